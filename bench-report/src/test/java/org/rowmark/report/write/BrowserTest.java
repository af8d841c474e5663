package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The browser of the tests notices what it is there to notice. */
@ExtendWith(BrowserExtension.class)
class BrowserTest {
    private static final String HEAD = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>A page</title>";
    private static final String NO_SCRIPTS =
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src *\">";

    @Test
    void requests_are_noticed(Browser browser) {
        browser.open(HEAD + "<img alt=x src=http://example.invalid/x><link rel=stylesheet href=beside.css>");

        assertThat(browser.requests()).anyMatch("http://example.invalid/x"::equals);
        assertThat(browser.requests()).anyMatch(url -> url.endsWith("/beside.css"));
    }

    @Test
    void scripts_and_what_a_policy_refuses_are_noticed(Browser browser) {
        browser.open(HEAD + "<script>window.hacked = 1; console.warn('a warning'); alert('a dialog')</script>");
        assertThat(browser.run("return window.hacked")).isEqualTo(1L);
        assertThat(browser.complaints()).anyMatch(complaint -> complaint.contains("a warning"));
        assertThat(browser.dialogs()).containsExactly("a dialog");

        browser.open(HEAD + NO_SCRIPTS + "<script>window.hacked = 1</script><p onclick='alert(1)'>x</p>");
        assertThat(browser.run("return window.hacked || null")).isNull();
        assertThat(browser.complaints())
                .hasSize(2)
                .allMatch(complaint -> complaint.contains("Content Security Policy"));
        assertThat(browser.dialogs()).isEmpty();
    }

    @Test
    void barriers_and_overhang_are_noticed(Browser browser) {
        browser.width(Browser.NARROW)
                .open(HEAD + "<main><h1>Pale</h1><p style='color:#ddd;background:#fff;width:500px'>pale</p></main>");

        assertThat(browser.barriers()).singleElement().asString().startsWith("color-contrast");
        assertThat(browser.overhang()).isGreaterThan(100);
    }
}
