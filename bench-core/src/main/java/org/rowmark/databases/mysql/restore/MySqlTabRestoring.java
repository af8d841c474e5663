package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.support.restore.PhaseTimer;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;

/**
 * A restore of the files of {@code --tab}.
 *
 * @param shell the client that executes statements
 * @param loader the program that loads rows
 */
record MySqlTabRestoring(
        RunningTarget site,
        RestoreJob job,
        Restorer restorer,
        MySqlTabFiles files,
        MySqlClient shell,
        MySqlClient loader,
        PhaseTimer times)
        implements PreparedRestore {

    @Override
    public void run() throws IOException, SQLException {
        MySqlTabOutput output = new MySqlTabOutput(files.rows().size());
        times.time(SCHEMA, () -> {
            restorer.create(site, job.name());
            execute(files.before(), output);
        });
        times.time(DATA, () -> load(output));
        if (job.indexes()) {
            times.time(INDEXES, () -> execute(files.after(), output));
        }
    }

    @Override
    public Map<String, Double> phases() {
        return times.seconds();
    }

    private void execute(List<String> statements, MySqlTabOutput output) throws IOException {
        Path script = Files.createTempFile(site.workspace().data(), "statements", ".sql");
        try {
            Files.write(script, statements);
            shell.run(
                    site,
                    List.of("--default-character-set=utf8mb4", "--verbose", "--database=" + job.name()),
                    Optional.of(script),
                    line -> output.read(line).ifPresent(job.progress()),
                    read -> {});
        } finally {
            Files.delete(script);
        }
    }

    /**
     * The program reads the files, and the server gets them from it: the server's user need not be able to read them. What
     * does not fit a column is cut and rows that break a key are left out with no more than a warning then.
     */
    private void load(MySqlTabOutput output) throws IOException {
        List<String> words = new ArrayList<>(List.of("--local"));
        if (job.jobs() > 1) {
            words.add("--use-threads=" + job.jobs());
        }
        words.add(job.name());
        files.rows().forEach(file -> words.add(file.toString()));
        loader.run(site, words, line -> output.read(line).ifPresent(job.progress()));
        if (output.complaint().isPresent()) {
            throw new IOException(output.complaint().get());
        }
    }
}
