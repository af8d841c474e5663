package org.rowmark.databases.support.launch;

import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A server's binaries for one platform, in a jar.
 *
 * @param coordinates Maven coordinates of the jar
 * @param inside the archive in the jar, a {@code .tar.gz} or a {@code .txz}; or a directory of the jar, ending in
 *     {@code /}
 * @param program path of the server's program below the unpacked root
 */
public record PlatformBinaries(String coordinates, String inside, String program) {
    private static final int HASH_DIGITS = 12;

    /** Where it is unpacked: released artifacts never change, so what names the content is enough. */
    Path place(Path servers, String name) {
        String hash = DigestUtils.sha256Hex(coordinates + " " + inside).substring(0, HASH_DIGITS);
        return servers.resolve(name + "-" + hash);
    }
}
