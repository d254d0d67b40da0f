package io.fateflow.webapp.home;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.Ssl;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import io.fateflow.worker.process.HostName;

/** Where this server is called, by what {@code server.*} says. */
@Component
public final class OwnAddress {

    private final InetAddress address;
    private final boolean tls;

    OwnAddress(Environment environment) {
        this.address = parsed(environment.getProperty("server.address"));
        this.tls = Ssl.isEnabled(
                Binder.get(environment).bind("server.ssl", Ssl.class).orElse(null));
    }

    /** Whether the port takes TLS, and nothing else. */
    public boolean hasTls() {
        return tls;
    }

    /** Whether only this machine can call it. */
    public boolean isLoopback() {
        return address.isLoopbackAddress();
    }

    /** For who is on this machine. */
    public URI here(int port) {
        return URI.create(scheme() + hostHere() + ":" + port);
    }

    /** For all machines of the site, as far as this one knows its name there. */
    public String anywhere(int port) {
        return scheme() + (isLoopback() ? hostHere() : HostName.get()) + ":" + port;
    }

    /** Whether only this machine can call who listens there; not with none, which is all addresses. */
    public static boolean isLoopback(@Nullable String address) {
        return parsed(address).isLoopbackAddress();
    }

    private static InetAddress parsed(@Nullable String address) {
        if (address == null || address.isBlank()) {
            return everywhere();
        }
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            // Spring says so, and does not start
            return everywhere();
        }
    }

    private static InetAddress everywhere() {
        return new InetSocketAddress(0).getAddress();
    }

    private String scheme() {
        return tls ? "https://" : "http://";
    }

    private String hostHere() {
        if (address.isAnyLocalAddress()) {
            return "127.0.0.1";
        }
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }
}
