package org.rowmark.process;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ProcessSpace;
import org.rowmark.util.ShutdownActions;

/**
 * The kernel's pool of huge pages, raised for a run and put back when it is closed or the JVM ends. The earlier size is
 * written to a file first, with this process and this start of the system, so that after a kill the guardian, or the
 * next start of Rowmark, puts it back.
 */
public final class RaisedPool implements AutoCloseable {
    /** Descriptors of pages in a cache, and smaller pieces of memory. */
    private static final long SHARE_OF_OTHERS = 16;

    private static final long OTHERS = 64L << 20;

    private static final String EARLIER = "earlier";
    private static final String PID = "pid";
    private static final String START = "start";
    private static final String BOOT = "boot";
    private static final String NAMESPACE = "namespace";

    private final KernelPool pool;
    private final Path file;
    private Optional<ShutdownActions.Undo> undo = Optional.empty();

    /** @param file takes the earlier size */
    RaisedPool(KernelPool pool, Path file) {
        this.pool = pool;
        this.file = file;
    }

    /** Returns the pool of this machine, not yet raised. */
    public static RaisedPool here() {
        return new RaisedPool(KernelPool.HERE, file());
    }

    private static Path file() {
        return CacheDirectory.directory().resolve("huge-pages.properties");
    }

    /** Returns the number of pages for a server that has so many bytes of large memory, and some of other kinds. */
    public static long pages(long bytes) throws IOException {
        return KernelPool.HERE.state().pages(bytes + bytes / SHARE_OF_OTHERS + OTHERS);
    }

    /** Returns the size of a pool with so many pages beside those in use. */
    public long wanted(long pages) throws IOException {
        return pages + pool.state().inUse();
    }

    /**
     * Raises the pool to so many pages beside those in use; never lowers it.
     *
     * @return the number of pages that are to be had after that
     * @throws IOException if it cannot be set
     */
    public synchronized long raise(long pages) throws IOException {
        KernelPool.State state = pool.state();
        long wanted = wanted(pages);
        if (state.total() < wanted) {
            if (undo.isEmpty()) {
                putBackOfKilled(pool, file, System.err::println);
                record(pool.size());
                undo = Optional.of(ShutdownActions.register(ShutdownActions.Stage.FILES, this::putBack));
            }
            pool.resize(wanted);
        }
        KernelPool.State now = pool.state();
        return now.total() - now.inUse();
    }

    private void record(long earlier) throws IOException {
        if (Files.exists(file)) {
            throw new IOException("another run has set it (" + file + ")");
        }
        Properties values = new Properties();
        values.setProperty(EARLIER, Long.toString(earlier));
        ProcessIdentity owner = ProcessIdentity.ofThis();
        values.setProperty(PID, Long.toString(owner.pid()));
        values.setProperty(START, owner.start());
        values.setProperty(BOOT, pool.boot());
        values.setProperty(NAMESPACE, ProcessSpace.namespace());
        Path unfinished = Files.createTempFile(CacheDirectory.made(file.getParent()), "huge-pages", "");
        try (Writer writer = Files.newBufferedWriter(unfinished)) {
            values.store(writer, "vm.nr_hugepages before Rowmark raised it");
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void putBack() {
        putBack(pool, file, System.err::println);
    }

    @Override
    public synchronized void close() {
        undo.ifPresent(action -> {
            action.run();
            ShutdownActions.done(action);
        });
        undo = Optional.empty();
    }

    /** Puts back what a killed process has left raised. */
    static void putBackOfKilled(Consumer<String> messages) {
        putBackOfKilled(KernelPool.HERE, file(), messages);
    }

    static void putBackOfKilled(KernelPool pool, Path file, Consumer<String> warnings) {
        if (Files.notExists(file)) {
            return;
        }
        try {
            Properties values = read(file);
            String here = ProcessSpace.namespace();
            boolean lives = new ProcessIdentity(Long.parseLong(values.getProperty(PID)), values.getProperty(START))
                    .find()
                    .isPresent();
            if (!values.getProperty(BOOT).equals(pool.boot())) {
                Files.deleteIfExists(file); // the system has been started anew since
            } else if (!lives && values.getProperty(NAMESPACE, here).equals(here)) { // another's is not seen
                if (putBack(pool, file, warnings)) {
                    warnings.accept(
                            "rowmark: vm.nr_hugepages is " + pool.size() + " again, which a killed run had raised");
                }
            }
        } catch (IOException | RuntimeException e) {
            warnings.accept("rowmark: " + file + ", in which a killed run left the earlier vm.nr_hugepages, cannot be"
                    + " used: " + ErrorMessages.of(e) + "; set that and remove the file");
        }
    }

    private static Properties read(Path file) throws IOException {
        Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            values.load(reader);
        }
        return values;
    }

    /** Returns whether this process has put it back. */
    private static boolean putBack(KernelPool pool, Path file, Consumer<String> warnings) {
        try {
            String earlier = read(file).getProperty(EARLIER);
            try {
                pool.resize(Long.parseLong(earlier));
                return Files.deleteIfExists(file); // else another process has put it back, too
            } catch (IOException e) {
                warnings.accept("rowmark: vm.nr_hugepages could not be put back: " + ErrorMessages.of(e)
                        + "; type: sysctl -w vm.nr_hugepages=" + earlier);
            }
        } catch (NoSuchFileException e) {
            // another process has put it back
        } catch (IOException e) {
            warnings.accept("rowmark: vm.nr_hugepages could not be put back: " + ErrorMessages.of(e));
        }
        return false;
    }
}
