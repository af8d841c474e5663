package org.rowmark.report.plot;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A reader of markup as XML, which fails where it is not well-formed. */
final class Xml {
    private Xml() {}

    static Element parse(String markup) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            Document document = builder.parse(new InputSource(new StringReader(markup)));
            return document.getDocumentElement();
        } catch (ParserConfigurationException | SAXException | java.io.IOException e) {
            throw new AssertionError(markup.substring(0, Math.min(400, markup.length())), e);
        }
    }

    static List<Element> all(Element root, String name) {
        NodeList found = root.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /** Returns the text of a direct child. */
    static String child(Element root, String name) {
        return all(root, name).stream()
                .filter(element -> element.getParentNode().isSameNode(root))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }
}
