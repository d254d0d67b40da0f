package io.fateflow.engine.notification.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

import org.apache.hc.client5.http.DnsResolver;

/**
 * Looks names up for URLs that jobs have named. The connection goes to an address that was looked at here: a name that says
 * something else a moment later has nothing of it.
 */
final class CheckedResolver implements DnsResolver {

    private final DnsResolver names;

    CheckedResolver(DnsResolver names) {
        this.names = names;
    }

    /** @throws AddressRefusedException if one of its addresses must not be called */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] addresses = names.resolve(host);
        if (!Arrays.stream(addresses).allMatch(PublicAddresses::contain)) {
            throw new AddressRefusedException(host);
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    /** A host is in this network, or on this machine. */
    static final class AddressRefusedException extends UnknownHostException {

        private static final long serialVersionUID = 1;

        AddressRefusedException(String host) {
            super(host);
        }
    }
}
