package org.rowmark.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.db.DataFiles;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.util.Secrets;

/** What the files of a server's data depend on, a line each. Files of equal fingerprints are exchangeable. */
public record DataFingerprint(String name, String text) {
    /** To be changed when data of the same fingerprint is loaded in another way than before. */
    private static final int FORMAT = 4;

    private static final String DATA = "data ";
    private static final int HASH_DIGITS = 12;
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    public static DataFingerprint of(Database database, String version, DataFiles files, Collection<DataSet> data) {
        List<String> lines = new ArrayList<>(List.of(
                "format " + FORMAT,
                "platform " + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                "server " + database.id() + " " + version));
        files.settings()
                .forEach((name, value) -> lines.add("setting " + name + "="
                        + (Secrets.isName(name) ? DigestUtils.sha256Hex(value) : Secrets.scrub(value))));
        data.stream()
                .map(set -> line(set, database.dialect()))
                .distinct()
                .sorted()
                .forEach(lines::add);
        String text = String.join("\n", lines);
        Matcher number = VERSION.matcher(version);
        String product = database.id() + (number.find() ? "-" + number.group() : "");
        return new DataFingerprint(product + "-" + DigestUtils.sha256Hex(text).substring(0, HASH_DIGITS), text);
    }

    private static String line(DataSet data, Dialect dialect) {
        String columns = data.table().columns() + " " + data.table().types();
        String table = dialect.createTable(data.table().name(), columns).strip();
        return DATA + data.fingerprint() + "\t" + table;
    }

    /** Returns whether files of this one have all data of another one, and differ in nothing but more data. */
    boolean hasDataOf(DataFingerprint other) {
        List<String> own = text.lines().toList();
        List<String> wanted = other.text.lines().toList();
        return own.containsAll(wanted) && own.stream().allMatch(line -> line.startsWith(DATA) || wanted.contains(line));
    }

    public static String dataSets(String text) {
        return text.lines()
                .filter(line -> line.startsWith(DATA))
                .map(line -> StringUtils.substringBetween(line, DATA, "\t"))
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
