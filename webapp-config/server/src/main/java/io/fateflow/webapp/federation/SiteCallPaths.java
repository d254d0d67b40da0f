package io.fateflow.webapp.federation;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.webapp.security.SitePaths;

/**
 * The paths that only sites call. The one that users' clients call, too, is guarded and answered as theirs: the version is no
 * secret between sites, and it is the same for both.
 */
@Component
@ConditionalOnProperty("fate.federation.enabled")
final class SiteCallPaths implements SitePaths {

    private static final String VERSION = "/v1/version/get";

    @Override
    public boolean contains(String path) {
        return !path.startsWith(VERSION) && WireRoutes.limit(path).isPresent();
    }
}
