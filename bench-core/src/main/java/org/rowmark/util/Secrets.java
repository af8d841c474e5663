package org.rowmark.util;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The removal of secrets from all that reaches a file, a log or the console: every registered password, one that is a
 * short word where it is a whole word and no name, values of {@code password=} and the like, and passwords in URLs. All
 * text from elsewhere goes through {@link #scrub}. Settings whose names suggest a secret are not shown at all.
 */
public final class Secrets {
    public static final String MASK = "***";

    /** Shorter secrets are not searched for: masking every "sa" would make the text unreadable and hide nothing. */
    private static final int SHORTEST_SEARCHED = 4;

    /** A shorter one of letters and digits may be a word or a part of one, wherever no secret stands. */
    private static final Pattern WORD = Pattern.compile("\\w{1,11}");

    /** "(using password: YES)" is no value. */
    private static final Pattern KEY_VALUE = Pattern.compile(
            "((?:password|passwd|pwd|secret|token)\"?\\s*[=:]\\s*\"?)(?!(?:YES|NO)\\))[^\\s;&,\"')}]+",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern USER_INFO = Pattern.compile("(//[^\\s/:@]+:)[^\\s/@]+@");

    /** A key of a table or of a cache is no secret: {@code key_buffer_size}, {@code foreign_key_checks}. */
    private static final Pattern NAME = Pattern.compile(
            "passw|pwd|passphrase|secret|token|credential|private|keyring|key$|key[_-]?(file|store|path|id|material|tab)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern OF_URL =
            Pattern.compile("(?:password|passwd|pwd|secret|token)=([^&;]+)", Pattern.CASE_INSENSITIVE);

    /** The longest first, since a shorter one may be part of it. */
    private static final Set<String> KNOWN = new ConcurrentSkipListSet<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Words that are in the open: masking one of them where it is no password would show what the password is. */
    private static final Set<String> NAMES =
            new ConcurrentSkipListSet<>(Set.of("password", "passwd", "pwd", "secret", "token"));

    /** One that SQL may have for a name or a key word. */
    private static final Pattern WORD_OF_SQL = Pattern.compile("[a-zA-Z]{1,7}");

    /**
     * Quotes, dollar quotes and comments, first as in standard SQL, then with backslashes in quotes, {@code #} and
     * {@code //}, which some products have: a secret is in a quote or a comment if it is in one of the two readings. One
     * without an end reaches to the end of the text.
     */
    private static final List<Pattern> TEXTS_OF_SQL = List.of(
            textsOfSql("'[^']*+'?|\"[^\"]*+\"?|--[^\r\n]*+"),
            textsOfSql("'(?:[^'\\\\]|\\\\.)*+'?|\"(?:[^\"\\\\]|\\\\.)*+\"?|(?:--|#|//)[^\r\n]*+"));

    private Secrets() {}

    public static void register(String secret) {
        if (secret.length() >= SHORTEST_SEARCHED) {
            KNOWN.add(secret);
        }
    }

    /** Registers a name that the user gave, for example that of a target: it stays, also if it is a password, too. */
    public static void registerName(String name) {
        NAMES.add(name);
    }

    /** Registers the passwords in a URL, as written and as decoded, and the names of host and database. */
    public static void registerIn(String url) {
        String place = url.replaceFirst("[?;].*", "");
        NAMES.addAll(List.of(place.substring(place.lastIndexOf('@') + 1).split("\\W+")));
        OF_URL.matcher(url).results().map(property -> property.group(1)).forEach(value -> {
            register(value);
            try {
                register(URLDecoder.decode(value, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                // it is not encoded
            }
        });
    }

    public static String scrub(String text) {
        if (text == null) {
            return null;
        }
        return scrubValues(scrubWords(scrubName(text), Secrets::isWord));
    }

    /** Removes secrets from names, choices and commands of the user: those that are no words, as a name may be one. */
    public static String scrubName(String name) {
        String scrubbed = name;
        for (String secret : KNOWN) {
            if (!isWord(secret) && !NAMES.contains(secret)) {
                scrubbed = scrubbed.replace(secret, MASK);
            }
        }
        return USER_INFO.matcher(scrubbed).replaceAll("$1" + MASK + "@");
    }

    /** Removes secrets from SQL, where a short one of letters may be a word outside quotes and comments. */
    public static String scrubSql(String sql) {
        String scrubbed = scrubWords(
                scrubName(sql),
                secret -> isWord(secret) && !WORD_OF_SQL.matcher(secret).matches());
        for (Pattern texts : TEXTS_OF_SQL) {
            scrubbed = texts.matcher(scrubbed)
                    .replaceAll(text -> Matcher.quoteReplacement(scrubWords(text.group(), Secrets::isWord)));
        }
        return scrubValues(scrubbed);
    }

    private static String scrubWords(String text, Predicate<String> words) {
        String scrubbed = text;
        for (String secret : KNOWN) {
            if (words.test(secret) && scrubbed.contains(secret) && !NAMES.contains(secret)) {
                scrubbed = scrubbed.replaceAll("(?<![\\w-])" + secret + "(?![\\w-])", MASK);
            }
        }
        return scrubbed;
    }

    private static String scrubValues(String text) {
        return KEY_VALUE.matcher(text).replaceAll("$1" + MASK);
    }

    private static Pattern textsOfSql(String quotesAndLines) {
        return Pattern.compile(
                quotesAndLines + "|/\\*.*?(?:\\*/|\\z)|\\$(\\w*+)\\$.*?(?:\\$\\1\\$|\\z)", Pattern.DOTALL);
    }

    private static boolean isWord(String secret) {
        return WORD.matcher(secret).matches();
    }

    /** Returns whether the setting or property of that name may hold a secret. */
    public static boolean isName(String name) {
        return NAME.matcher(name).find();
    }

    /** @throws UsageException naming the option and the first argument of a JVM that sets what may be a secret */
    public static void refuseIn(String option, Collection<String> arguments) {
        arguments.stream()
                .map(argument -> argument.split("=", 2)[0])
                .filter(name -> name.startsWith("-D") && isName(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new UsageException(option + ": " + name + " may be a secret, and results have all"
                            + " arguments of their JVM; leave it out");
                });
    }

    /** Returns a sorted copy without the settings or properties that may hold a secret. */
    public static Map<String, String> removeFrom(Map<String, String> named) {
        Map<String, String> shown = new TreeMap<>(named);
        shown.keySet().removeIf(Secrets::isName);
        return shown;
    }
}
