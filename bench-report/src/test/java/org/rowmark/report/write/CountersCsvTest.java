package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;

class CountersCsvTest {
    private static final Percentage EQUAL = Percentage.withPercentage(1e-8);

    @Test
    void has_a_line_with_the_mean_over_rounds_for_each_counter() throws IOException {
        Map<String, List<Double>> rounds = new LinkedHashMap<>();
        for (String line : lines(true)) {
            String value = line.substring(line.lastIndexOf(',') + 1);
            String upToRound = line.substring(0, line.lastIndexOf(','));
            rounds.computeIfAbsent(upToRound.substring(0, upToRound.lastIndexOf(',')), counter -> new ArrayList<>())
                    .add(value.equals("value") ? Double.NaN : Double.parseDouble(value));
        }
        assertThat(rounds.remove("question,workload,payload,column,counter,unit"))
                .hasSize(1);

        List<String> means = lines(false);

        assertThat(means.get(0)).isEqualTo("question,workload,payload,column,counter,unit,value");
        assertThat(means).hasSize(1 + rounds.size());
        for (String line : means.subList(1, means.size())) {
            int last = line.lastIndexOf(',');
            double mean = rounds.get(line.substring(0, last)).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow();
            assertThat(Double.parseDouble(line.substring(last + 1))).isCloseTo(mean, EQUAL);
        }
    }

    private static List<String> lines(boolean full) throws IOException {
        StringWriter csv = new StringWriter();
        CsvReport.writeCounters(Demos.model(PageFillDemo.view()), csv, full);
        return csv.toString().lines().toList();
    }
}
