package org.rowmark.run;

import java.lang.reflect.Field;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.openjdk.jmh.annotations.Param;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workload.Workload;
import tools.jackson.databind.json.JsonMapper;

/** The loading of the data of a workload's states, as its forks would do it. */
final class DataLoading {
    private static final JsonMapper CONVERTER = new JsonMapper();

    private DataLoading() {}

    /** Returns whether the workload has states with data. */
    static boolean isNeeded(Workload workload) {
        return states(workload).findAny().isPresent();
    }

    /**
     * Loads the data of a cell.
     *
     * @param parameters values by field name
     * @param seed of generated data
     */
    static void load(Workload workload, Map<String, String> parameters, RunningTarget running, long seed)
            throws SQLException {
        Db db = Db.outsideFork(running, seed);
        for (Class<?> type : states(workload).toList()) {
            state(type, parameters).load(db);
        }
    }

    private static Stream<Class<?>> states(Workload workload) {
        return Stream.<Class<?>>of(workload.type().getDeclaredClasses()).filter(LoadedData.class::isAssignableFrom);
    }

    private static LoadedData state(Class<?> type, Map<String, String> parameters) {
        try {
            Object state = type.getConstructor().newInstance();
            for (Field field : FieldUtils.getFieldsListWithAnnotation(type, Param.class)) {
                field.set(state, CONVERTER.convertValue(parameters.get(field.getName()), field.getType()));
            }
            return (LoadedData) state;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    type.getName() + " needs a public constructor without parameters and public parameters", e);
        }
    }
}
