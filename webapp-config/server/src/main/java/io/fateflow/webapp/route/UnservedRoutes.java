package io.fateflow.webapp.route;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The table of FATE Flow's routes that have no controller here. Its other routes are those of the controllers; a test holds
 * that each route of 1.11.2 is in one of both.
 */
public final class UnservedRoutes {

    private static final List<Route> ROUTES = Stream.of(
                    of(Unserved.SERVING, "model/load/do", "model/service/register"),
                    of(Unserved.SERVING, "model/transfer", "model/transfer/{partyModelId}/{version}"),
                    of(Unserved.BETWEEN_SITES, "model/migrate/do"),
                    of(Unserved.PERMISSIONS, "permission/grant", "permission/delete", "permission/query"),
                    of(Unserved.PROVIDERS, "provider/register", "provider/update"),
                    of(
                            Unserved.REGISTRY,
                            "service/registry",
                            "server/{name}/register",
                            "server/service/{name}/register"),
                    of(Unserved.SERVER_FILES, "worker/config/load"),
                    of(Unserved.FORWARDING, "forward/{role}", "forward/{role}/do"),
                    of(Unserved.EGGROLL, "info/eggroll"),
                    of(Unserved.THROUGH_ANOTHER_SITE, "info/party/{proxy}/{party}"),
                    of(Unserved.STORED_SCHEMAS, "table/schema/update", "table/schema/anonymous/migrate"),
                    of(Unserved.JOB_RECORDS, "job/clean"),
                    of(Unserved.BETWEEN_SITES, "model/deploy/do", "model/archive/packaging"))
            .flatMap(List::stream)
            .toList();

    private UnservedRoutes() {}

    /** A route and why it is not served. */
    public record Route(PathPattern pattern, Unserved why) {

        /** With names of variables between braces. */
        public String path() {
            return pattern.getPatternString();
        }
    }

    private static List<Route> of(Unserved why, String... paths) {
        return Stream.of(paths)
                .map(path -> new Route(PathPatternParser.defaultInstance.parse("/v1/" + path), why))
                .toList();
    }

    /** All of them. */
    public static List<Route> all() {
        return ROUTES;
    }

    /** The row of a path. */
    static Optional<Route> of(String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        return ROUTES.stream().filter(route -> route.pattern().matches(parsed)).findFirst();
    }
}
