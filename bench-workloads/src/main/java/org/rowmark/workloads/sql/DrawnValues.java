package org.rowmark.workloads.sql;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.rowmark.data.DataGenerator;
import org.rowmark.options.DrawnParameters.Draw;
import org.rowmark.workloads.data.KeyChoice;

/** The values of a drawn parameter by their number, without end; the same in every run with the same seed of the data. */
@FunctionalInterface
interface DrawnValues {
    /** The random texts of a thread begin at its index times this. */
    long NUMBERS_OF_THREAD = 1L << 40;

    Object value(long number);

    /** @param name by which parameters with the same distribution differ */
    static DrawnValues of(String name, Draw draw, DataGenerator all, int thread, int threads) {
        DataGenerator values = new DataGenerator(DataGenerator.mix(all.seed() + name.hashCode()));
        List<String> arguments = draw.arguments();
        return switch (draw.distribution()) {
            case TEXT -> {
                int length = Integer.parseInt(arguments.get(0));
                yield number -> values.text(thread * NUMBERS_OF_THREAD + number, length);
            }
            case DATE -> {
                LocalDate first = LocalDate.parse(arguments.get(0));
                long days = ChronoUnit.DAYS.between(first, LocalDate.parse(arguments.get(1)));
                LongUnaryOperator choice = KeyChoice.of(KeyChoice.UNIFORM, 0).ofAll(values, thread, threads, days + 1);
                yield number -> first.plusDays(choice.applyAsLong(number) - 1);
            }
            default -> {
                long first = Long.parseLong(arguments.get(0));
                long count = Long.parseLong(arguments.get(1)) - first + 1;
                String theta = arguments.size() > 2 ? arguments.get(2) : KeyChoice.USUAL_THETA;
                LongUnaryOperator choice = KeyChoice.of(draw.distribution().id(), Double.parseDouble(theta))
                        .ofAll(values, thread, threads, count);
                yield number -> first + choice.applyAsLong(number) - 1;
            }
        };
    }
}
