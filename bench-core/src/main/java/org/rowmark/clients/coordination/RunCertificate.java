package org.rowmark.clients.coordination;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.Secret;

/**
 * A certificate that is made for one run, with its private key, by the JDK's keytool. Clients know it by its SHA-256,
 * which comes with the token.
 *
 * @param context of TLS connections that are accepted
 * @param sha256 of the certificate, in hexadecimal digits
 */
record RunCertificate(SSLContext context, String sha256) {
    private static final String PROTOCOL = "TLSv1.3";
    private static final String ALIAS = "run";
    private static final String PASSWORD = "ROWMARK_STORE";
    private static final long LONGEST_SECONDS = 60;

    /**
     * Makes a certificate.
     *
     * @param directory takes the key, which is deleted when it has been read
     */
    static RunCertificate make(Path directory) throws IOException {
        Secret password = Secret.random();
        Path store = directory.resolve("run.p12");
        ProcessBuilder keytool = ChildEnvironment.of(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=rowmark",
                "-validity",
                "365",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:env",
                PASSWORD));
        keytool.environment().put(PASSWORD, password.reveal());
        try {
            Process process = keytool.redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool made no certificate for the coordinator: " + output.strip());
            }
            return read(store, password.reveal().toCharArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.deleteIfExists(store);
        }
    }

    private static RunCertificate read(Path store, char... password) throws IOException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, password);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(managers.getKeyManagers(), null, null);
            return new RunCertificate(context, digest(keys.getCertificate(ALIAS)));
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the coordinator cannot be read: " + e.getMessage(), e);
        }
    }

    private static String digest(Certificate certificate) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    }

    /** Returns the context of connections to the one with that certificate, and to no other. */
    static SSLContext to(String sha256) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(null, new TrustManager[] {new OnlyOne(sha256)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this JVM has no " + PROTOCOL + ": " + e.getMessage(), e);
        }
    }

    /** Trust in the one certificate that is known. */
    private record OnlyOne(String sha256) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("clients have no certificates");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            try {
                if (!digest(chain[0]).equals(sha256)) {
                    throw new CertificateException("the coordinator's certificate is not that of the token file");
                }
            } catch (GeneralSecurityException e) {
                throw new CertificateException(e);
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return List.<X509Certificate>of().toArray(X509Certificate[]::new);
        }
    }
}
