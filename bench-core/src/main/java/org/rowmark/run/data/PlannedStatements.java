package org.rowmark.run.data;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.Databases;
import org.rowmark.db.MemorySetting;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.StatementList;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.JmhParameters;
import tools.jackson.databind.json.JsonMapper;

/**
 * The statements by which a run would create, change or drop something in the database of a target, found without a
 * server: the setups of its workloads are executed on connections to none.
 *
 * @param target whose database it is
 * @param settings that would be set by SQL and put back
 * @param statements in the order of their first use, each once
 * @param drops statements at the end of the run
 * @param notes what is done otherwise, or is known only with a server
 */
public record PlannedStatements(
        Target target, List<String> settings, List<String> statements, List<String> drops, List<String> notes) {
    private static final JsonMapper CONVERTER = new JsonMapper();

    /** Lists the statements of a run by target, in the order of its targets. */
    public static List<PlannedStatements> of(Plan plan) {
        return plan.request().targets().stream().map(target -> of(plan, target)).toList();
    }

    private static PlannedStatements of(Plan plan, Target target) {
        StatementList list = new StatementList();
        Set<String> notes = new LinkedHashSet<>();
        tryFeatures(target, list);
        for (Cell cell : plan.all()) {
            if (cell.target().equals(target) && plan.skip(cell.planned()).isEmpty()) {
                new Setups(plan.request(), cell, list, notes).execute();
            }
        }
        boolean isOthers = target.server() == ServerKind.EXTERNAL;
        return new PlannedStatements(
                target,
                isOthers
                        ? MemorySetting.replacedIn(target).settings().entrySet().stream()
                                .map(setting -> setting.getKey() + "=" + setting.getValue())
                                .toList()
                        : List.of(),
                list.statements(),
                target.url().isPresent() && !target.isProduction() ? list.drops() : List.of(),
                List.copyOf(notes));
    }

    /** Adds what the check of a target executes to find its features. */
    private static void tryFeatures(Target target, StatementList list) {
        if (!target.isProduction()) {
            try {
                Databases.named(target.database()).features(list.connection());
            } catch (SQLException | RuntimeException | LinkageError e) {
                // without a server there are no answers; where features are tried on a table, none is needed
            }
        }
    }

    /** The setups of a cell's fork, executed as JMH would. */
    private static final class Setups {
        private final Cell cell;
        private final StatementList list;
        private final Set<String> notes;
        private final RunRequest request;
        private final Map<Class<?>, Object> states = new LinkedHashMap<>();

        Setups(RunRequest request, Cell cell, StatementList list, Set<String> notes) {
            this.request = request;
            this.cell = cell;
            this.list = list;
            this.notes = notes;
        }

        void execute() {
            list.begin();
            Db db = db();
            try {
                if (cell.workload().needsPreparation()) { // setups need what it has made
                    DataLoading.load(cell.workload(), cell.planned().parameters(), db);
                    cell.workload().newPreparation().plan(db, cell.planned().parameters(), request.workloadOptions());
                } else {
                    states.put(Db.class, db);
                    taken(cell.workload().type());
                    for (Map.Entry<Class<?>, Object> state : List.copyOf(states.entrySet())) {
                        setUp(state.getKey(), state.getValue(), Level.Iteration);
                    }
                }
            } catch (ReflectiveOperationException | SQLException | RuntimeException | LinkageError e) {
                Throwable reason = e instanceof InvocationTargetException ? e.getCause() : e;
                notes.add(
                        cell.workload().name() + ": further statements are known only with a server (" + reason + ")");
            }
        }

        private Db db() {
            Path none = Path.of("none");
            Endpoint nowhere = new Endpoint(
                    cell.target().database(),
                    "jdbc:rowmark:planned",
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Map.of());
            RunningTarget stopped = new RunningTarget(cell.target(), nowhere, new Workspace(none, none), none);
            return Db.planning(
                    stopped, request.data().seed(), request.workloadOptions().of(cell.workload()), list);
        }

        /** Sets up the states that the benchmark or the setups of a class take. */
        private void taken(Class<?> type) throws ReflectiveOperationException {
            for (Method method : type.getMethods()) {
                if (method.isAnnotationPresent(Benchmark.class) || method.isAnnotationPresent(Setup.class)) {
                    for (Class<?> parameter : method.getParameterTypes()) {
                        if (parameter.isAnnotationPresent(State.class)) {
                            value(parameter);
                        }
                    }
                }
            }
        }

        private Object value(Class<?> type) throws ReflectiveOperationException {
            if (type == BenchmarkParams.class) {
                return parameters();
            }
            if (type == ThreadParams.class) {
                return new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1);
            }
            if (states.containsKey(type)) {
                return states.get(type);
            }
            Object state = type.getConstructor().newInstance();
            for (Field field : FieldUtils.getFieldsListWithAnnotation(type, Param.class)) {
                String usual = field.getAnnotation(Param.class).value()[0];
                String value = cell.planned().parameters().getOrDefault(field.getName(), usual);
                field.set(state, CONVERTER.convertValue(value, field.getType()));
            }
            taken(type);
            setUp(type, state, Level.Trial);
            states.put(type, state);
            return state;
        }

        private void setUp(Class<?> type, Object state, Level level) throws ReflectiveOperationException {
            List<Method> setups = new ArrayList<>(Arrays.asList(type.getMethods()));
            setups.removeIf(method -> !method.isAnnotationPresent(Setup.class)
                    || method.getAnnotation(Setup.class).value() != level
                    || type == Db.class);
            setups.sort(Comparator.comparing(Method::getName));
            for (Method setup : setups) {
                List<Object> arguments = new ArrayList<>();
                for (Class<?> parameter : setup.getParameterTypes()) {
                    arguments.add(value(parameter));
                }
                setup.invoke(state, arguments.toArray());
            }
        }

        private BenchmarkParams parameters() {
            return JmhParameters.of(cell.workload().benchmark(), cell.workload().mode(), 1);
        }
    }
}
