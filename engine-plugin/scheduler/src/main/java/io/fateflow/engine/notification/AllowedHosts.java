package io.fateflow.engine.notification;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The hosts of URLs that jobs may name. An entry is a host, for the usual ports of https and http, or a host and a port; a
 * name is what stands there, without its subdomains.
 */
public record AllowedHosts(List<String> entries) {

    private static final Pattern ENTRY = Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:[0-9]{1,5})?");

    public AllowedHosts {
        entries = entries.stream().map(entry -> entry.toLowerCase(Locale.ROOT)).toList();
        entries.forEach(entry -> {
            if (!ENTRY.matcher(entry).matches()) {
                throw new InvalidNotificationsException("allowed-hosts has no host, or host:port, in '" + entry + "'");
            }
        });
    }

    public static AllowedHosts none() {
        return new AllowedHosts(List.of());
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    public boolean contains(URI url) {
        String host = url.getHost().toLowerCase(Locale.ROOT);
        return (WebhookUrls.isUsualPort(url) && entries.contains(host))
                || entries.contains(host + ":" + WebhookUrls.port(url));
    }
}
