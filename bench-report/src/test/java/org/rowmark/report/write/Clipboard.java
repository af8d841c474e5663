package org.rowmark.report.write;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.util.List;
import java.util.Map;

/** Presses the page's buttons for copying; what they copy is kept in the page instead of the machine's clipboard. */
record Clipboard(Browser browser) {

    static Clipboard of(Browser browser) {
        browser.run("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
        return new Clipboard(browser);
    }

    String markdown() {
        return copied("Copy as Markdown");
    }

    /** The lines below the header, by its names. */
    List<Map<String, String>> csv() {
        return CsvReader.builder().ofNamedCsvRecord(copied("Copy as CSV")).stream()
                .map(NamedCsvRecord::getFieldsAsMap)
                .toList();
    }

    String copied(String button) {
        browser.run("window.copied = null");
        browser.click(button);
        return (String) browser.run("return window.copied");
    }
}
