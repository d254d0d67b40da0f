package io.fateflow.federation.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.federation.directory.TlsFiles;

/**
 * What is made of TLS files, and made again when they have changed: certificates are renewed every few weeks, and no server is
 * started anew for that. New files that can't be used leave the old ones in use, which is written to the log once.
 *
 * @param <T> what is made
 */
public final class RenewedTls<T> {

    private static final Logger LOG = LoggerFactory.getLogger(RenewedTls.class);

    private final TlsFiles files;
    private final Use<T> use;
    private List<String> seen = List.of();
    private @Nullable T made;

    public RenewedTls(TlsFiles files, Use<T> use) {
        this.files = files;
        this.use = use;
    }

    /** What the files are for. */
    @FunctionalInterface
    public interface Use<T> {

        T of(TlsMaterial material) throws IOException, GeneralSecurityException;
    }

    /**
     * What the files make now. Costs a look at each when nothing has changed.
     *
     * @throws IOException if they can't be used and never could
     */
    public synchronized T get() throws IOException {
        List<String> now = state();
        T known = made;
        if (known != null && now.equals(seen)) {
            return known;
        }
        try {
            T renewed = use.of(TlsMaterial.read(files));
            if (known != null) {
                LOG.info("the TLS files {} have changed, and are used now", files);
            }
            made = renewed;
            seen = now;
            return renewed;
        } catch (IOException | GeneralSecurityException e) {
            if (known == null) {
                throw e instanceof IOException io ? io : new IOException(e);
            }
            LOG.warn("{}; what they held before is used until they are right", e.getMessage());
            seen = now;
            return known;
        }
    }

    /** Another one when a file has been written, or replaced, as on Kubernetes, by a link to another file. */
    private List<String> state() {
        return Stream.of(files.certificate(), files.privateKey(), files.trusted())
                .filter(Objects::nonNull)
                .map(RenewedTls::state)
                .toList();
    }

    private static String state(Path file) {
        try {
            return Files.getLastModifiedTime(file) + " " + Files.size(file);
        } catch (IOException e) {
            return "absent";
        }
    }
}
