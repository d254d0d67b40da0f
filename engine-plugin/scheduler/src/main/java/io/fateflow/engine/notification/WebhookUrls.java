package io.fateflow.engine.notification;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** What a URL of a receiver may look like. Nothing that is said of one has its path or its query in it. */
final class WebhookUrls {

    private static final int LONGEST = 2000;

    private WebhookUrls() {}

    /** A URL that can be called; empty if it can't, for a reason that {@link #problem(String)} says. */
    static Optional<URI> parse(String text) {
        return problem(text).isPresent() ? Optional.empty() : Optional.of(URI.create(text));
    }

    static Optional<String> problem(String text) {
        try {
            return text.length() > LONGEST
                    ? Optional.of("its URL has more than " + LONGEST + " characters")
                    : problem(new URI(text));
        } catch (URISyntaxException e) {
            return Optional.of("its URL is none");
        }
    }

    static Optional<String> problem(URI url) {
        boolean isHttp = "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
        if (!isHttp || url.getHost() == null) {
            return Optional.of("its URL is not https:// or http:// with a host");
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            return Optional.of("its URL has a user or a fragment, which can't be sent");
        }
        return Optional.empty();
    }

    /** The port that is called. */
    static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }

    static boolean isUsualPort(URI url) {
        return port(url) == ("https".equalsIgnoreCase(url.getScheme()) ? 443 : 80);
    }
}
