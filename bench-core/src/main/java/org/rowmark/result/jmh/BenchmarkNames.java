package org.rowmark.result.jmh;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;

/** The names of benchmarks in tables. */
public final class BenchmarkNames {
    private BenchmarkNames() {}

    /**
     * Returns short unique names of benchmarks: the method where all are of one class, otherwise {@code Class.method},
     * with as much of the package as necessary.
     */
    public static Map<String, String> shorten(Collection<String> benchmarks) {
        Set<String> all = Set.copyOf(benchmarks);
        Set<String> classes = all.stream()
                .map(benchmark -> StringUtils.substringBeforeLast(benchmark, "."))
                .collect(Collectors.toSet());
        int least = all.size() > 1 && classes.size() == 1 ? 1 : 2;
        return all.stream().collect(Collectors.toMap(name -> name, name -> shortName(name, least, all)));
    }

    private static String shortName(String benchmark, int elements, Set<String> all) {
        String name = lastElements(elements, benchmark);
        boolean isUnique = all.stream()
                .allMatch(other -> other.equals(benchmark)
                        || !lastElements(elements, other).equals(name));
        return isUnique ? name : shortName(benchmark, elements + 1, all);
    }

    private static String lastElements(int n, String benchmark) {
        return benchmark.substring(StringUtils.lastOrdinalIndexOf(benchmark, ".", n) + 1);
    }
}
