package io.fateflow.webapp.ldap;

import java.util.concurrent.Callable;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * JNDI makes the sockets of {@code ldaps://} by a factory that it knows by the name of a class only, and in the thread that opens the
 * connection: that thread says before by which factory.
 */
public final class TrustedSockets {

    // JNDI leaves no other way; nothing stays in it
    @SuppressWarnings("ThreadLocalUsage")
    private static final ThreadLocal<@Nullable SSLSocketFactory> OF_THIS_THREAD = new ThreadLocal<>();

    private TrustedSockets() {}

    /** Opens a connection whose sockets come from a factory. */
    static <T> T by(SSLSocketFactory factory, Callable<T> connecting) throws Exception {
        OF_THIS_THREAD.set(factory);
        try {
            return connecting.call();
        } finally {
            OF_THIS_THREAD.remove();
        }
    }

    /** Called by JNDI, by this name. */
    public static SocketFactory getDefault() {
        SSLSocketFactory factory = OF_THIS_THREAD.get();
        return factory == null ? SSLSocketFactory.getDefault() : factory;
    }
}
