package org.rowmark.run.data;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.LoadedData;
import org.rowmark.plan.Cell;
import org.rowmark.plan.RunRequest;
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

    /** Loads the data of a cell; returns whether rows were loaded, not only found. */
    static boolean load(Cell cell, RunningTarget running, RunRequest request) throws SQLException {
        DataTarget target = new DataTarget(
                running, request.data().seed(), request.load().options().of(cell.workload()));
        for (Class<?> type : states(cell.workload()).toList()) {
            state(type, cell.planned().parameters()).load(target);
        }
        return target.hasLoaded();
    }

    /** Lists the data sets that {@link #load} would load, as far as they are known without a server. */
    static void list(Cell cell, RunningTarget stopped, RunRequest request, Consumer<DataSet> listing) {
        DataTarget target = DataTarget.listing(
                stopped, request.data().seed(), request.load().options().of(cell.workload()), listing);
        for (Class<?> type : states(cell.workload()).toList()) {
            try {
                state(type, cell.planned().parameters()).load(target);
            } catch (SQLException | RuntimeException e) {
                // loading reports it, if it is not for want of a server
            }
        }
    }

    private static Stream<Class<?>> states(Workload workload) {
        Set<Class<?>> states = new LinkedHashSet<>();
        addTaken(workload.type(), states);
        return states.stream().filter(LoadedData.class::isAssignableFrom);
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

    private static LoadedData state(Class<?> type, Map<String, String> parameters) {
        try {
            Object state = type.getConstructor().newInstance();
            for (Field field : FieldUtils.getFieldsListWithAnnotation(type, Param.class)) {
                String usual = field.getAnnotation(Param.class).value()[0]; // unnamed ones are missing
                String value = parameters.getOrDefault(field.getName(), usual);
                field.set(state, CONVERTER.convertValue(value, field.getType()));
            }
            return (LoadedData) state;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    type.getName() + " needs a public constructor without parameters and public parameters", e);
        }
    }
}
