package org.rowmark.clients.launch;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.security.PublicKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.client.keyverifier.KnownHostsServerKeyVerifier;
import org.apache.sshd.client.keyverifier.RejectAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** The check of a host's key against a known_hosts file, under the name only by which the host is reached. */
final class KnownHosts extends KnownHostsServerKeyVerifier {
    private final ClientHost host;
    private volatile String refusal;

    KnownHosts(ClientHost host) {
        super(RejectAllServerKeyVerifier.INSTANCE, host.knownHosts());
        this.host = host;
    }

    /** Returns why the host's key was refused, if it was, and what to do. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /**
     * Puts the kinds of keys that are known of the host first: a server sends one key only, and with the library's
     * order one of another kind than the known one, which would look like a wrong one.
     *
     * @throws UsageException if the file cannot be read
     */
    List<NamedFactory<Signature>> knownFirst(List<NamedFactory<Signature>> kinds) {
        Set<String> known = knownKinds();
        return kinds.stream()
                .sorted(Comparator.comparing(kind -> !known.contains(KeyUtils.getCanonicalKeyType(kind.getName()))))
                .toList();
    }

    private Set<String> knownKinds() {
        if (!Files.exists(host.knownHosts())) {
            return Set.of();
        }
        try {
            return KnownHostEntry.readKnownHostEntries(host.knownHosts()).stream()
                    .filter(entry -> entry.isHostMatch(host.name(), host.port()))
                    .map(entry -> entry.getKeyEntry().getKeyType())
                    .collect(Collectors.toSet());
        } catch (IOException | RuntimeException e) {
            throw new UsageException(
                    "known_hosts: " + host.knownHosts() + " cannot be read: " + ErrorMessages.of(e), e);
        }
    }

    @Override
    protected Collection<SshdSocketAddress> resolveHostNetworkIdentities(ClientSession session, SocketAddress remote) {
        return List.of(new SshdSocketAddress(host.name(), host.port()));
    }

    @Override
    protected boolean acceptUnknownHostKey(ClientSession session, SocketAddress remote, PublicKey key) {
        refusal = "the key of " + host.name() + " is not in " + host.knownHosts() + "; if it is the host's ("
                + KeyUtils.getFingerPrint(key)
                + ", see ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub there), add the line: "
                + host.knownAs() + " " + PublicKeyEntry.toString(key);
        return false;
    }

    @Override
    public boolean acceptModifiedServerKey(
            ClientSession session, SocketAddress remote, KnownHostEntry entry, PublicKey expected, PublicKey actual) {
        refusal = host.name() + " has another key (" + KeyUtils.getFingerPrint(actual) + ") than " + host.knownHosts()
                + " has for it (" + KeyUtils.getFingerPrint(expected)
                + "): it may be another machine; if the host has a new key, remove the old one with: ssh-keygen -R '"
                + host.knownAs() + "' -f " + host.knownHosts();
        return false;
    }

    @Override
    protected void handleRevokedKey(ClientSession session, SocketAddress remote, PublicKey key) {
        refusal = host.knownHosts() + " has the key of " + host.name() + " as revoked; give the host a new key";
    }
}
