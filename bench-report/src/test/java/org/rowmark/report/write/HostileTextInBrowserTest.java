package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.report.Demos;
import org.rowmark.report.Texts;
import org.rowmark.result.RunRecord;

/** Every text of a run begins with one that would like to be more than text. */
@ExtendWith(BrowserExtension.class)
class HostileTextInBrowserTest {

    /** Those that would end a script, another element or an attribute. */
    static Stream<String> firstTexts() {
        return texts().limit(5);
    }

    static Stream<String> texts() {
        return Stream.of(
                "</script><script>window.hacked=1;alert(1)</script>",
                "</script></style></title></textarea></template></svg><!--<script>window.hacked=1</script>",
                "\"' onmouseover='window.hacked=1' onfocus=\"window.hacked=1\" autofocus tabindex=0 x=\"",
                "<img src=http://hacked.example/x onerror=window.hacked=1>",
                "]]><svg onload=window.hacked=1><a xlink:href=javascript:window.hacked=1>x</a></svg>",
                "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
                "<meta http-equiv=refresh content=0;url=http://hacked.example/><base href=http://hacked.example/>",
                "<style>@import 'http://hacked.example/x';*{background:url(http://hacked.example/y)}</style>",
                "javascript:window.hacked=1//",
                "${window.hacked=1} {{window.hacked=1}} `${window.hacked=1}` @raw | `code` &lt;b&gt;",
                "\\u003cscript>window.hacked=1\\u003c/script> \\\"];window.hacked=1//",
                "\u202Egnol \u2066\u05D0\u05D1\u05D2 \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \uD83C\uDDE9\uD83C\uDDEA",
                "\u2028\u2029\u0000\u001B[31m\uFFFF\uD800",
                "toString constructor __proto__ ",
                "W".repeat(500));
    }

    @ParameterizedTest
    @MethodSource("firstTexts")
    void it_is_shown_and_does_nothing(String text, Browser browser) {
        assertDoesNothing(text, browser);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("texts")
    void each_is_shown_and_does_nothing(String text, Browser browser) {
        assertDoesNothing(text, browser);
    }

    private static void assertDoesNothing(String text, Browser browser) {
        RunRecord hostile = Texts.change(Demos.complete(), before -> text + before);
        String question = hostile.manifest().request().question();

        browser.open(Rendered.html(Demos.model(List.of(hostile))));

        assertThat(browser.run("return window.hacked || null")).isNull();
        assertThat(browser.dialogs()).isEmpty();
        assertThat(browser.requests()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return document.querySelector('h1').textContent"))
                .isEqualTo(shown(question));
        assertThat(browser.run("return document.querySelectorAll('img, iframe, base, [onload], [onfocus]').length"))
                .isEqualTo(0L);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("texts")
    void it_does_nothing_either_in_rows_that_the_script_makes(String text, Browser browser) {
        RunRecord hostile = Texts.change(Demos.complete(), before -> text + before);
        String last = hostile.manifest().targets().get(3).name();

        browser.width(Browser.NARROW).open(Rendered.html(Demos.model(List.of(hostile))), "#sort=name");
        browser.choose(".tools select", 3);
        String markdown = Clipboard.of(browser).markdown();

        assertThat(browser.run("return window.hacked || null")).isNull();
        assertThat(browser.requests()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThat(shown((String) browser.run("return document.querySelector('thead th.number').textContent")))
                .isEqualTo(shown(last));
        assertThat(markdown.lines()).hasSize(2 + 12).allMatch(line -> line.startsWith("| ") && line.endsWith("|"));
        assertThat(browser.overhang()).isZero();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("texts")
    void it_does_not_burst_the_page(String text, Browser browser) {
        RunRecord hostile = Texts.change(Demos.complete(), before -> text + before);

        browser.width(Browser.NARROW).open(Rendered.html(Demos.model(List.of(hostile))));

        assertThat(browser.overhang()).isZero();
    }

    /** HTML leaves out zero bytes, and UTF-8 has no half characters. */
    private static String shown(String text) {
        return text.replace("\u0000", "").replace('\uD800', '?');
    }
}
