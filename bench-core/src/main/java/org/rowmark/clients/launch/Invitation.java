package org.rowmark.clients.launch;

import java.net.InetSocketAddress;
import org.rowmark.util.Secrets;

/**
 * What a client needs to join.
 *
 * @param coordinator where it listens
 * @param token the content of the token file, a secret
 */
public record Invitation(InetSocketAddress coordinator, String token) {
    @Override
    public String toString() {
        return "Invitation[coordinator=" + coordinator + ", token=" + Secrets.MASK + "]";
    }
}
