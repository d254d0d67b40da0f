package io.fateflow.federation.directory;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * PEM files for encrypted calls.
 *
 * @param certificate this site's chain, if the other site asks for one
 * @param privateKey its key, PKCS#8
 * @param trusted certificates of authorities that the other site's must come from; none: those that Java trusts
 */
public record TlsFiles(
        @Nullable Path certificate,
        @Nullable Path privateKey,
        @Nullable Path trusted) {

    public TlsFiles {
        if ((certificate == null) != (privateKey == null)) {
            throw new IllegalArgumentException("a TLS certificate and its private key come together or not at all");
        }
    }
}
