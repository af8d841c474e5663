package org.rowmark.artifact;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.eclipse.aether.RepositorySystemSession.SessionBuilder;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.AuthenticationSelector;
import org.eclipse.aether.repository.MirrorSelector;
import org.eclipse.aether.repository.ProxySelector;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.ConservativeAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;
import org.eclipse.aether.util.repository.JreProxySelector;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/** The settings for downloads in a user's settings.xml. */
record MavenSettings(Path directory, Settings settings, SettingsDecryptionResult decrypted) {

    /**
     * @param file need not exist
     * @throws UsageException if it cannot be read
     */
    static MavenSettings read(Path file) {
        try {
            Settings settings = new DefaultSettingsBuilderFactory()
                    .newInstance()
                    .build(new DefaultSettingsBuildingRequest()
                            .setUserSettingsFile(file.toFile())
                            .setSystemProperties(System.getProperties()))
                    .getEffectiveSettings();
            // A password that cannot be decrypted stays as it is, as it may never be needed.
            SettingsDecryptionResult decrypted = new DefaultSettingsDecrypter(new DefaultSecDispatcher(
                            new DefaultPlexusCipher(),
                            Map.of(),
                            file.resolveSibling("settings-security.xml").toString()))
                    .decrypt(new DefaultSettingsDecryptionRequest(settings));
            MavenSettings read = new MavenSettings(file.toAbsolutePath().getParent(), settings, decrypted);
            read.hideSecrets();
            return read;
        } catch (SettingsBuildingException e) {
            throw new UsageException(
                    file + " cannot be read: " + e.getProblems().get(0).getMessage() + "; correct it", e);
        }
    }

    private void hideSecrets() {
        Stream.concat(
                        decrypted.getServers().stream()
                                .flatMap(server -> Stream.of(server.getPassword(), server.getPassphrase())),
                        decrypted.getProxies().stream().map(Proxy::getPassword))
                .filter(secret -> secret != null)
                .forEach(Secrets::register);
    }

    /** Returns the directory of Maven's own downloads. */
    Path localRepository() {
        String set = settings.getLocalRepository();
        return set == null || set.isBlank() ? directory.resolve("repository") : Path.of(set);
    }

    void applyTo(SessionBuilder session) {
        session.setOffline(settings.isOffline())
                .setMirrorSelector(mirrors())
                .setProxySelector(proxies())
                .setAuthenticationSelector(credentials());
    }

    private MirrorSelector mirrors() {
        DefaultMirrorSelector selector = new DefaultMirrorSelector();
        for (Mirror mirror : settings.getMirrors()) {
            selector.add(
                    mirror.getId(),
                    mirror.getUrl(),
                    mirror.getLayout(),
                    false,
                    mirror.isBlocked(),
                    mirror.getMirrorOf(),
                    mirror.getMirrorOfLayouts());
        }
        return selector;
    }

    /** Proxies of settings.xml or, if none is active, of the JVM's own properties. */
    private ProxySelector proxies() {
        DefaultProxySelector selector = new DefaultProxySelector();
        boolean any = false;
        for (Proxy proxy : decrypted.getProxies()) {
            if (proxy.isActive()) {
                any = true;
                selector.add(
                        new org.eclipse.aether.repository.Proxy(
                                proxy.getProtocol(),
                                proxy.getHost(),
                                proxy.getPort(),
                                authentication(proxy.getUsername(), proxy.getPassword())),
                        proxy.getNonProxyHosts());
            }
        }
        return any ? selector : new JreProxySelector();
    }

    private AuthenticationSelector credentials() {
        DefaultAuthenticationSelector selector = new DefaultAuthenticationSelector();
        for (Server server : decrypted.getServers()) {
            selector.add(server.getId(), authentication(server.getUsername(), server.getPassword()));
        }
        return new ConservativeAuthenticationSelector(selector);
    }

    private static Authentication authentication(String user, String password) {
        return new AuthenticationBuilder()
                .addUsername(user)
                .addPassword(password)
                .build();
    }
}
