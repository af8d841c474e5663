package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.rowmark.report.Demos;
import org.rowmark.report.GeneratedRun;

/** 50 workloads, 4 targets, 10 rounds. The times are printed. */
@ExtendWith(BrowserExtension.class)
class LargeReportInBrowserTest {
    private static final int MOST_BYTES = 1_600_000;

    /** Ends when the page has been drawn once more after the change. */
    private static final String REBASE = """
            const done = arguments[arguments.length - 1];
            const select = document.querySelector('.tools select');
            const start = performance.now();
            select.value = '2';
            select.dispatchEvent(new Event('change'));
            document.body.getBoundingClientRect();
            done(performance.now() - start);
            """;

    private static final String TIMES = """
            const entry = performance.getEntriesByType('navigation')[0];
            return {parsed: entry.domInteractive, loaded: entry.loadEventEnd,
              painted: (performance.getEntriesByName('first-contentful-paint')[0] || {startTime: NaN}).startTime};
            """;

    @Test
    void it_is_small_and_all_of_it_can_be_used(Browser browser) {
        String report = Rendered.html(Demos.model(List.of(GeneratedRun.of(50, 4, 10))));
        int bytes = report.getBytes(StandardCharsets.UTF_8).length;

        browser.open(report);
        Map<?, ?> times = (Map<?, ?>) browser.run(TIMES);
        Object rebased = browser.await(REBASE);
        System.out.println("50 x 4 x 10: " + bytes / 1000 + " kB, ms from the start: " + times
                + ", ms for another baseline: " + rebased);

        assertThat(bytes).isLessThan(MOST_BYTES);
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.texts(".status")).containsExactly("All 150 rows");
        assertThat(browser.run("return document.querySelectorAll('table.comparison tbody tr').length"))
                .isEqualTo(150L);
    }
}
