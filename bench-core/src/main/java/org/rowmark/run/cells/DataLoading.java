package org.rowmark.run.cells;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.LoadedData;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.RunningTarget;
import tools.jackson.databind.json.JsonMapper;

/** The loading of the data of a workload's states, as its forks would do it. */
record DataLoading(RunRequest request) {
    private static final JsonMapper CONVERTER = new JsonMapper();

    /** Returns whether the workload of the cell has states with data. */
    boolean isNeeded(PlannedCell cell) {
        return !states(cell).isEmpty();
    }

    /** Loads the data of a cell; returns whether rows were loaded, not only found. */
    boolean load(PlannedCell cell, RunningTarget running) throws SQLException {
        DataTarget target = new DataTarget(running, request.data().seed(), options(cell));
        for (LoadedData state : states(cell)) {
            state.load(target);
        }
        return target.hasLoaded();
    }

    /**
     * Lists the data sets that {@link #load} would load, as far as they are known without a server; returns the names of
     * their tables and of those that are derived from them.
     */
    Set<String> list(PlannedCell cell, RunningTarget stopped, Consumer<DataSet> listing) {
        DataTarget target = DataTarget.listing(stopped, request.data().seed(), options(cell), listing);
        for (LoadedData state : states(cell)) {
            try {
                state.load(target);
            } catch (SQLException | RuntimeException e) {
                // loading reports it, if it is not for want of a server
            }
        }
        return target.tables();
    }

    private Map<String, String> options(PlannedCell cell) {
        return request.load().options().of(request.workload(cell));
    }

    private List<LoadedData> states(PlannedCell cell) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addTaken(request.workload(cell).type(), types);
        return types.stream()
                .filter(LoadedData.class::isAssignableFrom)
                .map(type -> (LoadedData) state(type, cell.parameters()))
                .filter(LoadedData::isNeeded)
                .toList();
    }

    /** Adds the states that the benchmark or the setups of a class take, and those that their setups take. */
    private static void addTaken(Class<?> type, Set<Class<?>> states) {
        for (Method method : type.getMethods()) {
            if (method.isAnnotationPresent(Benchmark.class) || method.isAnnotationPresent(Setup.class)) {
                for (Class<?> taken : method.getParameterTypes()) {
                    if (taken.isAnnotationPresent(State.class) && states.add(taken)) {
                        addTaken(taken, states);
                    }
                }
            }
        }
    }

    private static Object state(Class<?> type, Map<String, String> parameters) {
        try {
            Object state = type.getConstructor().newInstance();
            for (Field field : FieldUtils.getFieldsListWithAnnotation(type, Param.class)) {
                String usual = field.getAnnotation(Param.class).value()[0]; // unnamed ones are missing
                String value = parameters.getOrDefault(field.getName(), usual);
                field.set(state, CONVERTER.convertValue(value, field.getType()));
            }
            return state;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    type.getName() + " needs a public constructor without parameters and public parameters", e);
        }
    }
}
