package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.kubernetes.delivery.DeliveryDesk;
import io.fateflow.worker.process.HostName;

/**
 * Where a worker is called by its pods, which share no volume with it.
 *
 * @param address where it listens; this machine's loopback unless given
 * @param port 0 for any
 * @param url where pods find it; {@code {host}} stands for the worker's host name, {@code {namespace}} for that of Jobs
 * @param keystore PKCS#12, with the worker's certificate and key; needed beyond loopback
 * @param passwordFile whose first line opens it
 */
record DeskSettings(
        @JsonProperty("address") @Nullable String address,
        @JsonProperty("port") int port,
        @JsonProperty("url") @Nullable String url,
        @JsonProperty("keystore") @Nullable Path keystore,
        @JsonProperty("passwordFile") @Nullable Path passwordFile) {

    /** @throws IllegalArgumentException if something is missing; the message names it */
    void check(Path file) {
        if (url == null || port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    file + ": desk needs a url, under which pods find this worker, and a port");
        }
        if ((keystore == null) != (passwordFile == null)) {
            throw new IllegalArgumentException(file + ": desk.keystore and desk.passwordFile belong together");
        }
    }

    DeliveryDesk open(String namespace) throws IOException {
        InetAddress listen = address == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(address);
        if (keystore == null && !listen.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "FFB-5268 desk: what pods bring could be read on its way, and their tokens, too:"
                            + " give desk.keystore and desk.passwordFile, with a certificate for " + url);
        }
        String found = String.valueOf(url).replace("{host}", HostName.get()).replace("{namespace}", namespace);
        return DeliveryDesk.open(new InetSocketAddress(listen, port), URI.create(found), tls());
    }

    private @Nullable SSLContext tls() throws IOException {
        if (keystore == null || passwordFile == null) {
            return null;
        }
        char[] password =
                Files.readString(passwordFile).lines().findFirst().orElse("").toCharArray();
        try (InputStream in = Files.newInputStream(keystore)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, password);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (NoSuchFileException e) {
            throw e;
        } catch (GeneralSecurityException | IOException e) {
            // the latter for a wrong password
            throw new IllegalArgumentException("desk.keystore " + keystore + " can't be used: " + e.getMessage(), e);
        }
    }
}
