package org.rowmark.databases.support.launch;

import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;

/** A database in servers, whose SQL, start, facts and driver are a class each. */
public abstract class ServerDatabase extends Database {
    private static final Feature[] USUAL = {
        Feature.MULTI_ROW_INSERT,
        Feature.FETCH_SIZE,
        Feature.SERVER_CURSOR,
        Feature.BUFFERING,
        Feature.BULK_LOAD,
        Feature.IDENTITY,
        Feature.UPSERT,
        Feature.PROCEDURAL_BLOCK,
        Feature.COUNTERS
    };

    private final Roles roles;

    /** The classes of a product. */
    public record Roles(Dialect dialect, Launcher launcher, Monitor monitor, DriverAdapter driver) {}

    protected ServerDatabase(String id, String name, int port, Roles roles, Feature... features) {
        super(id, name, port, features);
        this.roles = roles;
    }

    /** Returns the features that most servers have, and others. */
    protected static Feature[] usualAnd(Feature... others) {
        return ArrayUtils.addAll(USUAL, others);
    }

    @Override
    public final Dialect dialect() {
        return roles.dialect();
    }

    @Override
    public final Launcher launcher() {
        return roles.launcher();
    }

    @Override
    public final Monitor monitor() {
        return roles.monitor();
    }

    @Override
    public final DriverAdapter driver() {
        return roles.driver();
    }
}
