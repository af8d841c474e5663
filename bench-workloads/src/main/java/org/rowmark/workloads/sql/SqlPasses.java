package org.rowmark.workloads.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fork.ForkSignals;
import org.rowmark.options.RunOption;
import org.rowmark.options.SqlFiles;

/**
 * The passes of a thread through a file, or through the files of a mix. The files and values of an iteration are drawn
 * before it: twice as many as the iteration before needed, {@value #FEWEST} at least and {@value #MOST} at most. Those
 * that it needs beyond these are drawn one by one.
 */
public final class SqlPasses implements AutoCloseable {
    private static final int FEWEST = 1 << 16;
    private static final int MOST = 1 << 20;

    private final Session session;
    private final ScriptRun[] runs;

    /** Passes of the iteration through each file. */
    private final int[] passes;

    private final boolean isMix;
    private final SqlValues.Rows rows;
    private final Choice choice;
    private final boolean isDrawn;
    private final ScriptRun.Failures failures;
    private int[] files = {};
    private List<List<Object>> values = List.of();
    private int next;

    /** Passes of the iterations before. */
    private long before;

    /** Files that are ready in a fork, by weight. */
    public record Files(Db db, List<SqlWork> works, List<Integer> weights) {
        /**
         * Makes files ready, see {@link SqlWork#ready}.
         *
         * @param file name of the file; of the mix, if the run has one
         */
        public static Files ready(Db db, String file, boolean preparesAll) throws IOException, SQLException {
            Map<String, Integer> weights = db.option(RunOption.MIX.key()).isEmpty()
                    ? Map.of(file, 1)
                    : db.option(RunOption.SQL.key())
                            .map(RunOption.SQL::parse)
                            .map(SqlFiles::weightsByName)
                            .orElseThrow();
            return new Files(db, SqlWork.ready(db, weights.keySet(), preparesAll), List.copyOf(weights.values()));
        }

        /** Opens the passes of a thread; a mix times its files apart. */
        public SqlPasses on(Session session, ThreadParams own) throws IOException, SQLException {
            return new SqlPasses(this, session, db.clients().among(own));
        }
    }

    /** The choice of a file by the number of a pass. */
    private record Choice(DataGenerator values, long first, List<Integer> weights, int all) {
        int of(long pass) {
            // numbers below 0, where values have none
            long left = (long) (values.fraction(~(first + pass)) * all);
            int file = 0;
            while (left >= weights.get(file)) {
                left -= weights.get(file++);
            }
            return file;
        }
    }

    private SqlPasses(Files ready, Session session, ThreadParams thread) throws IOException, SQLException {
        this.session = session;
        SqlWork any = ready.works.get(0);
        isMix = any.use().isMix();
        if (isMix) {
            session.kinds(kinds(ready.works.stream().map(SqlWork::file).toList()));
        }
        Connection connection = session.connection();
        any.connect(connection);
        Transactions transactions = new Transactions(connection);
        List<ScriptRun> scripts = new ArrayList<>();
        for (SqlWork work : ready.works) {
            scripts.add(work.on(transactions));
        }
        runs = scripts.toArray(ScriptRun[]::new);
        passes = new int[runs.length];
        DataGenerator generator = ready.db.values();
        int index = thread.getThreadIndex();
        rows = any.values().rows(generator, index, thread.getThreadCount());
        int all = ready.weights.stream().mapToInt(Integer::intValue).sum();
        choice = new Choice(generator, index * DrawnValues.NUMBERS_OF_THREAD, ready.weights, all);
        isDrawn = isMix || rows.areDrawn();
        failures = isMix
                ? session::rollBack
                : failure -> {
                    throw failure;
                };
    }

    /** Returns the names of files as kinds of operations, in letters that every file of latencies takes. */
    private static List<String> kinds(List<String> files) {
        List<String> kinds =
                files.stream().map(file -> file.replaceAll("[^\\w.-]", "_")).toList();
        return kinds.stream().distinct().count() == kinds.size()
                ? kinds
                : IntStream.range(0, kinds.size())
                        .mapToObj(i -> i + 1 + "." + kinds.get(i))
                        .toList();
    }

    /** Draws for an iteration. */
    public void draw() {
        before += next;
        int count = isDrawn ? Math.max(FEWEST, Math.min(MOST, 2 * Math.min(next, MOST))) : 0;
        next = 0;
        Arrays.fill(passes, 0);
        files = new int[count];
        values = new ArrayList<>(count);
        for (int pass = 0; pass < count; pass++) {
            files[pass] = choice.of(before + pass);
            values.add(rows.of(before + pass));
        }
    }

    /** Executes the statements of the next file, and reads all of their rows. */
    public long pass() throws SQLException {
        int pass = next++;
        boolean isPrepared = pass < files.length;
        int file = isPrepared ? files[pass] : choice.of(before + pass);
        long result = runs[file].run(isPrepared ? values.get(pass) : rows.of(before + pass), failures);
        session.end(file);
        passes[file]++;
        return result;
    }

    /** Reports the statements of an iteration of a mix. */
    public void report() {
        if (isMix) {
            double statements = IntStream.range(0, runs.length)
                    .mapToDouble(file -> (double) passes[file] * runs[file].statements())
                    .sum();
            ForkSignals.metric("statements", statements, "#");
        }
    }

    @Override
    public void close() throws SQLException {
        for (ScriptRun run : runs) {
            run.close();
        }
    }
}
