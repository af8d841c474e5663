package org.rowmark.databases.support.restore;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/**
 * The URL of an embedded database in files.
 *
 * @param path of the database, in the form of the product
 * @param attributes the part after the path, with the separator
 */
public record EmbeddedUrl(String scheme, String path, String attributes) {
    /** A path, which does not begin with the name of another storage such as {@code mem:}; a drive has one letter. */
    private static final String PATH = "((?!\\w{2,}:|:|//)[^;?]+)";

    /** Parses a URL, given a pattern of the part before the path; empty if it names no file. */
    public static Optional<EmbeddedUrl> of(String scheme, String url) {
        Matcher parts = Pattern.compile("(" + scheme + ")" + PATH + "(.*)").matcher(url);
        return parts.matches()
                ? Optional.of(new EmbeddedUrl(parts.group(1), parts.group(2), parts.group(3)))
                : Optional.empty();
    }

    /** Removes the attribute of that name, whatever its value: {@code ;name=value}. */
    public EmbeddedUrl without(String name) {
        return new EmbeddedUrl(scheme, path, attributes.replaceAll("(?i);" + Pattern.quote(name) + "=[^;]*", ""));
    }

    /**
     * Returns the URL of another database, in a file below the directory of this one.
     *
     * @throws UsageException if the database of this URL has that name
     */
    public EmbeddedUrl beside(String file) {
        int end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
        String own = path.substring(end).toLowerCase(Locale.ROOT);
        String name = file.split("[/.]", 2)[0];
        if (own.equals(name) || own.startsWith(name + ".")) {
            throw new UsageException("the database at " + path
                    + " has the name that Rowmark gives to one of its own; name it otherwise");
        }
        return new EmbeddedUrl(scheme, path.substring(0, end) + file, attributes);
    }

    /** @param base the directory that relative paths of the product start from */
    public Path file(Path base) {
        String home = System.getProperty("user.home");
        String real = path.equals("~") || path.startsWith("~/") ? home + path.substring(1) : path;
        return base.resolve(real).toAbsolutePath().normalize();
    }

    @Override
    public String toString() {
        return scheme + path + attributes;
    }
}
