package org.rowmark.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.db.Targets;
import org.rowmark.db.TargetsFile;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.ExternalServers;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** The start of a run from the {@code main} method of a workload, for example in an IDE. */
public final class Bench {
    /** JMH's options that are options of a run, too. */
    private static final Map<String, RunOption<?>> UNDERSTOOD = Map.of(
            "-f", RunOption.ROUNDS,
            "-wi", RunOption.WARMUPS,
            "-w", RunOption.WARMUP_TIME,
            "-i", RunOption.ITERATIONS,
            "-r", RunOption.TIME,
            "-t", RunOption.THREADS);

    private Bench() {}

    /**
     * Measures one workload and writes a run directory, as {@code ./rowmark run} does; ends the JVM with its exit
     * code unless all is well.
     *
     * @param arguments JMH's own options: {@code -p target=a,b} names targets (default h2), {@code -f} is the number of
     *     rounds, {@code -wi -w -i -r -t -p} mean what they mean to JMH, others go to it; and every {@link RunOption},
     *     such as {@code --precision 2%}
     */
    public static void main(Class<?> workload, String... arguments) {
        int exitCode = run(workload, arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    private static int run(Class<?> workload, String... arguments) {
        try {
            Workloads workloads = Workloads.all();
            RunOptions options = options(workloads.of(workload), arguments);
            RunRequest request = RunRequest.resolve(options, workloads, targets(options));
            ExternalServers.requireConsent(
                    request.what().targets(), options.get(RunOption.YES).isPresent(), question -> false);
            RunRecord record = BenchmarkRun.run(Plan.of(request), new Printer());
            ReportWriter.Written report = ReportWriter.find()
                    .write(
                            List.of(request.output().directory()),
                            request.output().directory().resolve(ReportWriter.HTML));
            System.out.println(report.verdicts() + "report: " + report.html());
            return record.count(Outcome.FAILED) == 0 ? 0 : 2;
        } catch (UsageException | IOException e) {
            System.err.println(ErrorMessages.of(e));
            return 1;
        }
    }

    /** Returns the options of a run; those that are JMH's alone are passed to JMH. */
    public static RunOptions options(Workload workload, String... arguments) {
        List<String> jmh = new ArrayList<>();
        RunOptions given = RunOptions.NONE;
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            Optional<RunOption<?>> option =
                    Optional.<RunOption<?>>ofNullable(UNDERSTOOD.get(word)).or(() -> RunOption.named(word));
            boolean isParameter = word.equals("-p");
            if (!isParameter && option.isEmpty()) {
                jmh.add(word);
            } else if (option.filter(RunOption::isFlag).isPresent()) {
                given = given.withText(option.get(), "");
            } else if (i + 1 == arguments.length) {
                throw new UsageException(word + ": give a value");
            } else {
                String value = arguments[++i];
                boolean isOfSeconds = word.matches("-[wr]") && value.matches("\\d+"); // to JMH
                given = isParameter
                        ? given.parameter(value)
                        : given.withText(option.get(), isOfSeconds ? value + "s" : value);
            }
        }
        Map<String, List<String>> parameters = new TreeMap<>(given.parameters());
        List<String> targets = parameters.remove(Workloads.TARGET_PARAMETER);
        return given.workloads(List.of(workload.name()))
                .targets(targets == null ? List.of("h2") : targets)
                .parameters(parameters)
                .jmh(jmh);
    }

    private static Targets targets(RunOptions options) {
        return options.get(RunOption.TARGETS_FILE)
                .map(file -> Targets.builtIn().with(new TargetsFile(file, System::getenv, System.err::println).read()))
                .orElseGet(Targets::builtIn);
    }

    /** A printer of progress in plain lines. */
    private static final class Printer implements RunListener {
        @Override
        public void started(Plan plan, int steps) {
            System.out.println(plan.request().what().question() + " It takes " + plan.takes() + ".");
        }

        @Override
        public void cellEnded(PlannedCell cell, CellOutcome outcome) {
            System.out.println("round " + outcome.round() + " " + cell.label() + ": " + outcome.outcome()
                    + (outcome.reason().isEmpty() ? "" : " " + outcome.reason()));
        }
    }
}
