package org.rowmark.workloads;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;
import org.rowmark.fork.ForkSignals;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreParameters;
import org.rowmark.workloads.restore.RestorePreparation;
import org.rowmark.workloads.restore.RestoreSetup;

/**
 * One complete restore of a backup into a database that did not exist.
 *
 * <p>Unit: seconds per restore, a single shot; secondary metrics are the phases that the method reports, the phase
 * {@code durable}, the sizes of backup and database, and the actual page size. Included: all that a user who restores by
 * this method waits for, from the start of the program or call to its end, and then until the data is on the device. Not
 * included: making the backup, reading it into the system's cache, removing the restored database, checking that it is a
 * faithful copy.
 */
@WorkloadInfo(
        value = "one backup, cached by the system, restored into a new database on the device",
        makes = {"rowmark_source", "rowmark_restored"},
        options = {"scale", "backup"},
        oneThread = true,
        preparation = RestorePreparation.class)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Restore {

    @Benchmark
    public PreparedRestore restore(Job job) throws IOException, SQLException {
        job.restoring.run();
        return job.restoring;
    }

    /** A restore, and its parameters. */
    @State(Scope.Benchmark)
    public static class Job {
        /** Name of a restore method of the database, as {@code list restore-methods} shows them, or {@code usual}. */
        @Param(RestoreParameters.USUAL)
        @ValidValues(
                value = "[a-z_][a-z0-9_-]*",
                words = "usual or the name of a restore method (list restore-methods)")
        public String way;

        /** {@code active}: indexes are built; {@code inactive}: they are left out. */
        @Param(RestoreParameters.ACTIVE)
        @ValidValues(value = "active|inactive", words = "active or inactive")
        public String indexes;

        /** Bytes; {@code default}: what the method makes of the backup. */
        @Param(RestoreParameters.DEFAULT)
        @ValidValues(
                value = RestoreParameters.DEFAULT + "|" + ValidValues.POSITIVE,
                words = "default, or bytes such as 4096")
        public String pageSize;

        /** Page buffers; {@code default}: the server's own. */
        @Param(RestoreParameters.DEFAULT)
        @ValidValues(
                value = RestoreParameters.DEFAULT + "|" + ValidValues.POSITIVE,
                words = "default, or a number of pages such as 2048")
        public String buffers;

        @Param("1")
        @ValidValues
        public String jobs;

        private RestoreSetup setup;
        private PreparedRestore restoring;

        /** Drops what an earlier fork left, so that none inherits a half-restored database. */
        @Setup(Level.Iteration)
        public void prepare(Db db) throws IOException, SQLException {
            setup = RestoreSetup.of(db, RestoreParameters.of(way, indexes, pageSize, buffers, jobs));
            setup.drop();
            restoring = setup.prepare(ForkSignals::progress);
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() throws IOException, SQLException {
            CounterWindow.ends();
            setup.report(restoring);
            ForkSignals.progress("checking what was restored");
            setup.check();
            setup.drop();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Restore.class, args);
    }
}
