package org.rowmark.clients.launch;

import java.net.InetSocketAddress;

/**
 * What a client needs to join.
 *
 * @param coordinator where it listens
 * @param token the content of the token file, a secret
 */
public record Invitation(InetSocketAddress coordinator, String token) {
    /** Returns the address without the token. */
    @Override
    public String toString() {
        return "Invitation[coordinator=" + coordinator + "]";
    }
}
