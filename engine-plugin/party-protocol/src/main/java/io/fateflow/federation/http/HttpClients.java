package io.fateflow.federation.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.tls.RenewedTls;

/** Clients for calls to other sites, one for each set of TLS files. Connections are kept and used again. */
public final class HttpClients {

    private final Duration connectTimeout;
    private final HttpClient plain;
    private final Map<TlsFiles, RenewedTls<HttpClient>> encrypted = new ConcurrentHashMap<>();

    public HttpClients(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
        this.plain = builder().build();
    }

    /** FATE Flow's server knows nothing newer than HTTP/1.1. */
    private HttpClient.Builder builder() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
    }

    /**
     * Gives the client for these files, as they are now.
     *
     * @param files null for plain text
     * @throws IOException naming the files, if they can't be used
     */
    public HttpClient of(@Nullable TlsFiles files) throws IOException {
        if (files == null) {
            return plain;
        }
        return encrypted
                .computeIfAbsent(
                        files,
                        key -> new RenewedTls<>(
                                key, tls -> builder().sslContext(tls.context()).build()))
                .get();
    }
}
