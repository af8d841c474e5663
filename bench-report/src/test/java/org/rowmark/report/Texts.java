package org.rowmark.report;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A change of every text in a tree of records, whatever their components. */
public final class Texts {
    /** Components whose texts are constants and numbers of the program, not names from outside. */
    private static final Set<String> CODE = Set.of("mode", "restart", "order", "protocol", "stopReason", "histogram");

    private final UnaryOperator<String> change;

    private Texts(UnaryOperator<String> change) {
        this.change = change;
    }

    public static <T extends Record> T change(T record, UnaryOperator<String> change) {
        @SuppressWarnings("unchecked")
        T changed = (T) new Texts(change).of(record);
        return changed;
    }

    private Object of(Object value) {
        if (value instanceof String text) {
            return change.apply(text);
        } else if (value instanceof Record record) {
            return ofRecord(record);
        } else if (value instanceof List<?> list) {
            return list.stream().map(this::of).toList();
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> changed = new LinkedHashMap<>();
            map.forEach((key, each) -> changed.put(of(key), of(each)));
            return changed;
        } else if (value instanceof Optional<?> optional) {
            return optional.map(this::of);
        }
        return value;
    }

    private Record ofRecord(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
        Object[] values =
                Arrays.stream(components).map(each -> ofComponent(record, each)).toArray();
        try {
            Constructor<? extends Record> constructor = record.getClass().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no canonical constructor of " + record.getClass(), e);
        }
    }

    private Object ofComponent(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            Object value = component.getAccessor().invoke(record);
            return CODE.contains(component.getName()) ? value : of(value);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no " + component, e);
        }
    }
}
