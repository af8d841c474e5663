package org.rowmark.jmh;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;

/**
 * The options of a user who measures jars.
 *
 * @param jars values of {@code --jar}
 * @param classPaths values of {@code --classpath}
 * @param jdks directories; none: this process's
 * @param patterns regular expressions of benchmarks; none: all
 * @param flags of JVMs, each of several with each jar; none: those among the options of JMH
 * @param isGate whether the command fails if a row is slower
 * @param own the parameters, the options of JMH, and those of {@link #OPTIONS} that are set
 */
public record JarOptions(
        List<String> jars,
        List<String> classPaths,
        List<String> jdks,
        List<String> flags,
        List<String> patterns,
        boolean isGate,
        RunOptions own) {
    /** The options of a run that have a meaning here. */
    public static final Set<RunOption<?>> OPTIONS = Set.of(
            RunOption.BASELINE,
            RunOption.ROUNDS,
            RunOption.PRECISION,
            RunOption.MAX_ROUNDS,
            RunOption.BUDGET,
            RunOption.MARGIN,
            RunOption.TIMEOUT,
            RunOption.SEED,
            RunOption.PIN_CLIENT,
            RunOption.OUT);

    /** Returns the options with a run directory. */
    public JarOptions in(Path directory) {
        return new JarOptions(jars, classPaths, jdks, flags, patterns, isGate, own.with(RunOption.OUT, directory));
    }
}
