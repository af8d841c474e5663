package org.rowmark.databases.firebird;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What failures of Firebird's restores mean, whoever tells of them.
 *
 * @param text of the failure
 * @param meaning where groups of the text stand as $1, $2
 */
public record FirebirdFailure(Pattern text, String meaning) {
    private static final List<FirebirdFailure> KNOWN = List.of(
            of(
                    "Expected backup version 1\\.\\.(\\d+)\\.\\s*Found (\\d+)",
                    "a newer gbak made the backup: its format is $2, and this version reads formats up to $1;"
                            + " restore it on the version of Firebird that made it, or a later one"),
            of(
                    "expected backup description record",
                    "the file is no backup by gbak; name one that gbak -b or a backup manager made"),
            of(
                    "Your user name and password are not defined",
                    "the server refused the user's name or password; correct the target's user and password"),
            of(
                    "Page size specified \\((\\d+)\\) greater than limit",
                    "this version of Firebird has no pages of $1 bytes; ask for 4096, 8192 or 16384 (32768 from"
                            + " version 4 on)"),
            of(
                    "expected page size, encountered \"?(\\d+)",
                    "no version of Firebird has pages of $1 bytes; ask for 4096, 8192 or 16384 (32768 from version 4"
                            + " on)"),
            of(
                    "number of buffers which is out of acceptable range \\[(\\d+):(\\d+)\\]",
                    "Firebird takes $1 to $2 page buffers"),
            of(
                    "No space left on device",
                    "the disk is full: the database, or a temporary file of an index, did not fit; name another"
                            + " directory with --data"),
            of(
                    "Backup incomplete|service thread requested stdin data|restore ended before it was complete",
                    "the backup ends in the middle: it was cut short when it was made or copied"),
            of(
                    "Error reading data from the connection",
                    "the server broke the connection: it was ended, or crashed, while it restored"),
            of(
                    "cannot open backup file (\\S+)",
                    "the server cannot open the backup $1: its user must be able to read the file and to enter every"
                            + " directory above it"),
            of(
                    "Use of database at location (\\S+) is not allowed by server configuration",
                    "the server is configured (DatabaseAccess) to open no database at $1"));

    /** In one line, if it is known. */
    public static Optional<String> explain(String failure) {
        return KNOWN.stream().flatMap(known -> known.of(failure).stream()).findFirst();
    }

    private Optional<String> of(String failure) {
        Matcher found = text.matcher(failure);
        if (!found.find()) {
            return Optional.empty();
        }
        String explained = meaning;
        for (int group = 1; group <= found.groupCount(); group++) {
            explained = explained.replace("$" + group, found.group(group));
        }
        return Optional.of(explained);
    }

    private static FirebirdFailure of(String text, String meaning) {
        return new FirebirdFailure(Pattern.compile(text), meaning);
    }
}
