package org.rowmark.databases.firebird.restore;

import java.util.EnumSet;
import java.util.Set;
import org.rowmark.db.restore.Choice;
import org.rowmark.db.restore.RestoreWay;

/** What Firebird's ways have in common: all read what gbak writes, and can be asked the same. */
interface FirebirdWay extends RestoreWay {
    @Override
    default String database() {
        return "firebird";
    }

    @Override
    default String format() {
        return "fbk";
    }

    @Override
    default Set<Choice> choices() {
        return EnumSet.of(Choice.INACTIVE_INDEXES, Choice.PAGE_SIZE, Choice.BUFFERS);
    }
}
