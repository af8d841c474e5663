package org.rowmark.databases.firebird.restore;

import java.util.EnumSet;
import java.util.Set;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;

/** What Firebird's ways have in common: all read what gbak writes, and can be asked the same. */
interface FirebirdWay extends RestoreMethod {
    @Override
    default String format() {
        return "fbk";
    }

    @Override
    default Set<RestoreOption> choices() {
        return EnumSet.of(RestoreOption.INACTIVE_INDEXES, RestoreOption.PAGE_SIZE, RestoreOption.BUFFERS);
    }
}
