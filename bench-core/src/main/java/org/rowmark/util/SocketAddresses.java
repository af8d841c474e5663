package org.rowmark.util;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of listeners as text: {@code HOST:PORT}, an IPv6 address in brackets. */
public final class SocketAddresses {
    private static final Pattern TEXT = Pattern.compile("\\[?([^\\[\\]\\s]+?)\\]?:(\\d{1,5})");
    private static final int LARGEST_PORT = 65_535;

    private SocketAddresses() {}

    public static InetSocketAddress parse(String option, String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > LARGEST_PORT) {
            throw new UsageException(option + " '" + text + "': give HOST:PORT, such as 127.0.0.1:7000");
        }
        return new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }

    public static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
