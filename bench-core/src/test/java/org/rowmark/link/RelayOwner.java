package org.rowmark.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A process that starts a relay, prints its pid and waits to be killed. */
public final class RelayOwner {
    private RelayOwner() {}

    /** @param arguments the file of the counters */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        RelayProcess relay = RelayProcess.start(
                LinkSpec.parse("link", "rtt=1ms"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                Path.of(arguments[0]));
        System.out.println(relay.pid());
        Thread.sleep(60_000);
    }
}
