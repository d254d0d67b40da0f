package io.fateflow.federation.outgoing;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

/** What a site has shown of itself when it was called. */
public final class PeerCertificates {

    private PeerCertificates() {}

    /** When the first certificate of its chain ends; null if it has shown none. */
    public static @Nullable Instant end(@Nullable SSLSession session) {
        if (session == null) {
            return null;
        }
        try {
            return Arrays.stream(session.getPeerCertificates())
                    .filter(X509Certificate.class::isInstance)
                    .map(certificate ->
                            ((X509Certificate) certificate).getNotAfter().toInstant())
                    .min(Comparator.naturalOrder())
                    .orElse(null);
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }
}
