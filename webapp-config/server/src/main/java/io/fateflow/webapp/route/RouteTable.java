package io.fateflow.webapp.route;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.dsl.module.Spelling;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.UnknownPaths;

/** Answers under paths that no controller has: with the reason, or with the nearest path that one has. */
@Component
final class RouteTable implements UnknownPaths {

    private static final String PREFIX = "/v1/";
    private static final int LONGEST_SHOWN = 100;

    /** What clients make into an archive or a file unless the status says that it is none. */
    private static final int NOT_IMPLEMENTED = 501;

    private final ObjectProvider<RequestMappingHandlerMapping> served;

    RouteTable(@Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> served) {
        this.served = served;
    }

    @Override
    public ApiException answer(String method, String path) {
        return UnservedRoutes.of(path)
                .map(route -> refusal(method, route.why()))
                .orElseGet(() -> ApiException.soft(Retcode.EXCEPTION_ERROR, unknown(method, path)));
    }

    /** FATE's clients only GET what they store as a file. */
    private static ApiException refusal(String method, Unserved why) {
        return method.toUpperCase(Locale.ROOT).equals("GET")
                ? ApiException.http(NOT_IMPLEMENTED, why.reason())
                : ApiException.soft(Retcode.EXCEPTION_ERROR, why.reason());
    }

    /** Begins as FATE Flow's answer does: other sites know a call that is too new for a site by that. */
    private String unknown(String method, String path) {
        String shown = path.length() > LONGEST_SHOWN ? path.substring(0, LONGEST_SHOWN) + "…" : path;
        return "<NotFound '404: Not Found'> FFB-6110 This server has no call %s %s"
                        .formatted(method.toUpperCase(Locale.ROOT), shown)
                + nearest(path).map("; the nearest is %s."::formatted).orElse(".");
    }

    /** The one that is spelt alike, or the one that begins alike for longest, beyond its first step. */
    private Optional<String> nearest(String path) {
        List<String> known = known().distinct().sorted().toList();
        return Spelling.closest(path, known).or(() -> known.stream()
                .max(Comparator.comparingInt(one -> sameBeginning(one, path)))
                .filter(one -> isOfOneGroup(one, path)));
    }

    private static boolean isOfOneGroup(String one, String other) {
        int group = one.indexOf('/', PREFIX.length());
        return group > 0 && sameBeginning(one, other) > group;
    }

    private static int sameBeginning(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }

    private Stream<String> known() {
        Stream<String> here = served.stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .flatMap(info -> info.getPatternValues().stream())
                .filter(path -> path.startsWith(PREFIX));
        return Stream.concat(here, UnservedRoutes.all().stream().map(UnservedRoutes.Route::path));
    }
}
