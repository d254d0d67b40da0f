package io.fateflow.client.profile;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A server and who calls it. With neither key nor login, calls are made as they are, which a server on loopback answers. With
 * a key they are signed as FATE's clients do; with a login they are made in a session of that account, with its rights. Who has
 * both signs, and logs in for what only accounts may.
 *
 * @param name for messages
 * @param address such as {@code https://fate.example:9380}, without a path
 * @param certificate PEM file of the authority, or the certificate itself, that an https server is trusted by beside those
 *     that Java trusts
 */
public record ServerProfile(
        String name,
        URI address,
        @Nullable SigningKey key,
        @Nullable Login login,
        @Nullable Path certificate) {

    /** Where a server is that was started without any setting. */
    public static final URI USUAL = URI.create("http://127.0.0.1:9380");

    /** An open server. */
    public static ServerProfile open(URI address) {
        return new ServerProfile(address.toString(), address, null, null, null);
    }

    public ServerProfile with(SigningKey other) {
        return new ServerProfile(name, address, other, login, certificate);
    }

    public ServerProfile with(Login other) {
        return new ServerProfile(name, address, key, other, certificate);
    }

    public ServerProfile trusting(Path authority) {
        return new ServerProfile(name, address, key, login, authority);
    }

    /**
     * Reads an address as people write it.
     *
     * @throws ProfileException if it is none that can be called
     */
    public static URI address(String text) throws ProfileException {
        String plain = text.strip().replaceAll("/+$", "");
        try {
            URI address = URI.create(plain);
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            boolean isUsable = (scheme.equals("http") || scheme.equals("https"))
                    && address.getHost() != null
                    && address.getRawPath().isEmpty()
                    && address.getUserInfo() == null;
            if (isUsable) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw notAnAddress(plain, e);
        }
        throw notAnAddress(plain, null);
    }

    private static ProfileException notAnAddress(String text, @Nullable Exception cause) {
        String message =
                "FFB-5271 %s is no address of a server: write scheme, host and port, such as https://fate.example:9380"
                        .formatted(text.contains("@") ? "what is given" : text);
        return cause == null ? new ProfileException(message) : new ProfileException(message, cause);
    }

    /**
     * Looks whether a password may be sent there.
     *
     * @throws ProfileException if others on the network could read it
     */
    public void requireSafeLogin() throws ProfileException {
        if (login != null && "http".equalsIgnoreCase(address.getScheme()) && !isThisMachine()) {
            throw new ProfileException(
                    "FFB-5275 http:// to another machine (%s) shows the password to whoever listens: use https://, or a signing"
                                    .formatted(address.getHost())
                            + " key instead of the login");
        }
    }

    private boolean isThisMachine() {
        try {
            return InetAddress.getByName(address.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
