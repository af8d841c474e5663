package org.rowmark.report.write;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * A headless Chromium that shows pages of {@code file://} and has no network. Tests get it as a parameter, see {@link
 * BrowserExtension}; it forgets size, colours and pages between them.
 */
final class Browser implements Closeable {
    static final int NARROW = 400;
    static final int WIDE = 1600;

    private static final int HEIGHT = 900;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String AXE = axe();

    private final ChromeDriver driver;
    private final Path folder;
    private final Closeable whenClosed;
    private final List<Map<String, Object>> events = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private int pages;

    /**
     * @param folder for the pages; not removed
     * @param whenClosed closed after the browser
     */
    Browser(ChromeDriver driver, Path folder, Closeable whenClosed) {
        this.driver = driver;
        this.folder = folder;
        this.whenClosed = whenClosed;
        driver.manage().timeouts().scriptTimeout(PATIENCE).pageLoadTimeout(PATIENCE);
    }

    /** An empty page, 1600 pixels wide, light, without preferences, and none of what was logged before. */
    Browser reset() {
        driver.get("about:blank");
        prefer(Map.of("prefers-color-scheme", "light"));
        width(WIDE).scripts(true);
        forget();
        return this;
    }

    /** Shows the page from a file of its own. */
    Browser open(String html) {
        return open(html, "");
    }

    /** @param hash empty, or from {@code #} on */
    Browser open(String html, String hash) {
        try {
            Path page = folder.resolve("page-" + ++pages + ".html");
            Files.write(page, html.getBytes(StandardCharsets.UTF_8));
            forget();
            driver.get(page.toUri() + hash);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Follows a link to a place on the page that is shown. */
    Browser go(String hash) {
        return moved("location.hash = arguments[0]", hash);
    }

    /** Goes back on the page that is shown. */
    Browser back() {
        return moved("history.back()");
    }

    /** Returns when the page has heard of it: those who listened first are called first. */
    private Browser moved(String how, Object... arguments) {
        driver.executeAsyncScript(
                "addEventListener('hashchange', () => arguments[arguments.length - 1](), {once: true}); " + how,
                arguments);
        return this;
    }

    Browser width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    Browser dark() {
        return prefer(Map.of("prefers-color-scheme", "dark"));
    }

    /** @param features what the reader has set the system to, for example {@code prefers-reduced-motion: reduce} */
    Browser prefer(Map<String, String> features) {
        List<Map<String, String>> emulated = features.entrySet().stream()
                .map(feature -> Map.of("name", feature.getKey(), "value", feature.getValue()))
                .toList();
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", emulated));
        return this;
    }

    /** Pages opened from here on run no script, or do again. */
    Browser scripts(boolean areRun) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !areRun));
        return this;
    }

    /** What a function body returns in the page: a string, number, boolean, list or map, or null. */
    Object run(String body, Object... arguments) {
        return driver.executeScript(body, arguments);
    }

    /** The first element that a CSS selector finds, as the reader's hands find it. */
    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Clicks the button of that name. */
    Browser click(String button) {
        driver.findElement(By.xpath("//button[normalize-space()='" + button + "']"))
                .click();
        return this;
    }

    /** Chooses from a select, by place from 0. */
    Browser choose(String selector, int place) {
        find(selector).findElements(By.tagName("option")).get(place).click();
        return this;
    }

    /** Texts that are shown of all elements that a CSS selector finds. */
    List<String> texts(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream()
                .map(WebElement::getText)
                .toList();
    }

    /** The part of the address behind {@code #}, with it; empty without. */
    String hash() {
        return (String) run("return location.hash");
    }

    /** Presses keys, one after the other, wherever the focus is. */
    Browser press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
        return this;
    }

    /** What a function body hands to its last argument, a function. */
    Object await(String body) {
        return driver.executeAsyncScript(body);
    }

    /** Addresses that were asked for since the page was opened, without its own. */
    List<String> requests() {
        return events("Network.requestWillBeSent").stream()
                .map(parameters -> (Map<?, ?>) parameters.get("request"))
                .map(request -> String.valueOf(request.get("url")))
                .filter(url -> !url.startsWith(
                        folder.resolve("page-" + pages + ".html").toUri().toString()))
                .toList();
    }

    /** Texts of the dialogs that have come up since the page was opened. */
    List<String> dialogs() {
        return events("Page.javascriptDialogOpening").stream()
                .map(parameters -> String.valueOf(parameters.get("message")))
                .toList();
    }

    /** Warnings and errors on the console since the page was opened, refusals by its security policy among them. */
    List<String> complaints() {
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .forEach(complaints::add);
        return List.copyOf(complaints);
    }

    /** One line for each rule of axe that the page breaks, with the places. */
    List<String> barriers() {
        driver.executeScript(AXE);
        Object violations = driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run(document, {resultTypes: ['violations']}).then(
                    result => done(result.violations.map(violation => violation.id + ': ' + violation.help + ' '
                        + violation.nodes.slice(0, 5).map(node => node.html.slice(0, 200)).join(' '))),
                    error => done(['axe: ' + error]));
                """);
        return ((List<?>) violations).stream().map(String::valueOf).toList();
    }

    /** How many pixels the page itself is wider than its window. */
    long overhang() {
        return (long) run("const page = document.documentElement; return page.scrollWidth - page.clientWidth");
    }

    /** Text of the page as it comes out of a printer. */
    String printed() {
        Map<String, Object> printed = driver.executeCdpCommand(
                "Page.printToPDF", Map.of("printBackground", false, "preferCSSPageSize", true));
        byte[] pdf = Base64.getDecoder().decode((String) printed.get("data"));
        try (PDDocument document = Loader.loadPDF(pdf)) {
            return new PDFTextStripper().getText(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (whenClosed) {
            driver.quit();
        }
    }

    private void forget() {
        read();
        complaints();
        events.clear();
        complaints.clear();
    }

    private List<Map<?, ?>> events(String method) {
        read();
        return events.stream()
                .filter(event -> method.equals(event.get("method")))
                .<Map<?, ?>>map(event -> (Map<?, ?>) event.get("params"))
                .toList();
    }

    /** The log hands out each event once. */
    private void read() {
        Json json = new Json();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            Map<String, Map<String, Object>> logged = json.toType(entry.getMessage(), Json.MAP_TYPE);
            events.add(logged.get("message"));
        }
    }

    private static String axe() {
        try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
