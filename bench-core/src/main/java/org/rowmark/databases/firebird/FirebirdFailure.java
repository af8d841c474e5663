package org.rowmark.databases.firebird;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures of Firebird's restores, the same texts from programs, services and the driver. */
public final class FirebirdFailure {
    /** Patterns of a part of the text, each followed by its meaning, with groups of the pattern as $1, $2. */
    private static final List<String> KNOWN = List.of(
            "Expected backup version 1\\.\\.(\\d+)\\.\\s*Found (\\d+)",
            "a newer gbak made the backup: its format is $2, and this version reads formats up to $1;"
                    + " restore it on the version of Firebird that made it, or a later one",
            "expected backup description record",
            "the file is no backup by gbak; name one that gbak -b or a backup manager made",
            "Your user name and password are not defined",
            "the server refused the user's name or password; correct the target's user and password",
            "Page size specified \\((\\d+)\\) greater than limit",
            "this version of Firebird has no pages of $1 bytes; ask for 4096, 8192 or 16384 (32768 from"
                    + " version 4 on)",
            "expected page size, encountered \"?(\\d+)",
            "no version of Firebird has pages of $1 bytes; ask for 4096, 8192 or 16384 (32768 from version 4" + " on)",
            "number of buffers which is out of acceptable range \\[(\\d+):(\\d+)\\]",
            "Firebird takes $1 to $2 page buffers",
            "No space left on device",
            "the disk is full: the database, or a temporary file of an index, did not fit; name another"
                    + " directory with --data-dir",
            "Backup incomplete|service thread requested stdin data|restore ended before it was complete",
            "the backup ends in the middle: it was cut short when it was made or copied",
            "Error reading data from the connection",
            "the server broke the connection: it was ended, or crashed, while it restored",
            "cannot open backup file (\\S+)",
            "the server cannot open the backup $1: its user must be able to read the file and to enter every"
                    + " directory above it",
            "Use of database at location (\\S+) is not allowed by server configuration",
            "the server is configured (DatabaseAccess) to open no database at $1");

    private FirebirdFailure() {}

    /** Explains a failure in one line, if it is known. */
    public static Optional<String> explain(String failure) {
        for (int i = 0; i < KNOWN.size(); i += 2) {
            Matcher found = Pattern.compile(KNOWN.get(i)).matcher(failure);
            if (found.find()) {
                StringBuilder explained = new StringBuilder();
                found.appendReplacement(explained, KNOWN.get(i + 1));
                return Optional.of(explained.substring(found.start()));
            }
        }
        return Optional.empty();
    }
}
