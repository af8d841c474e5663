package org.rowmark.state;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.db.UsageException;

/** Checks the values of a workload's parameters against what its fields {@link Accepts accept}. */
public final class Parameters {
    private Parameters() {}

    /**
     * Looks at the fields of the workload's class and of the classes nested in it. Names that no field has are not its
     * concern.
     *
     * @param workload the benchmark's class
     * @param values by field name
     * @throws UsageException naming parameter, value and what is accepted
     */
    public static void check(Class<?> workload, Map<String, String> values) {
        Stream.concat(Stream.of(workload), Stream.of(workload.getDeclaredClasses()))
                .flatMap(type -> Stream.of(type.getDeclaredFields()))
                .filter(field -> field.isAnnotationPresent(Accepts.class) && values.containsKey(field.getName()))
                .forEach(field -> check(field, values.get(field.getName())));
    }

    private static void check(Field field, String value) {
        Accepts accepts = field.getAnnotation(Accepts.class);
        if (!value.matches(accepts.value())) {
            throw new UsageException(
                    "parameter " + field.getName() + ": '" + value + "' is not accepted; give " + accepts.words());
        }
    }
}
