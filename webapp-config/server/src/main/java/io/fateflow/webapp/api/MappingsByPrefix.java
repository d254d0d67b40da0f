package io.fateflow.webapp.api;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Compares a path with those mappings only that begin as it does. Spring compares each path that has a variable part with the
 * patterns, methods and media types of all mappings, and every call of another site has such a path. Gangs reserved a second, before
 * and after ({@code bench federation}, alternating): 70.8, 70.4 and 105.4, 80.1.
 */
final class MappingsByPrefix extends RequestMappingHandlerMapping {

    private static final Pattern VARIABLE = Pattern.compile("/[^/]*[{*?]");

    private final Map<RequestMappingInfo, List<String>> prefixes = new ConcurrentHashMap<>();

    /** Of the request that this thread looks a mapping up for: asked of the request for each mapping, it cost more than the comparison. */
    private final ThreadLocal<String> path = new ThreadLocal<>();

    @Override
    protected @Nullable HandlerMethod lookupHandlerMethod(String lookupPath, HttpServletRequest request)
            throws Exception {
        path.set(ServletRequestPathUtils.getParsedRequestPath(request)
                .pathWithinApplication()
                .value());
        try {
            return super.lookupHandlerMethod(lookupPath, request);
        } finally {
            path.remove();
        }
    }

    @Override
    protected @Nullable RequestMappingInfo getMatchingMapping(RequestMappingInfo mapping, HttpServletRequest request) {
        String sent = path.get();
        return sent == null || mayMatch(prefixes.computeIfAbsent(mapping, MappingsByPrefix::prefixesOf), sent)
                ? super.getMatchingMapping(mapping, request)
                : null;
    }

    /** @param sent as it was sent; a pattern is compared with what it means */
    private static boolean mayMatch(List<String> prefixes, String sent) {
        if (sent.indexOf('%') >= 0 || sent.indexOf(';') >= 0) {
            return true;
        }
        for (String prefix : prefixes) {
            if (sent.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> prefixesOf(RequestMappingInfo mapping) {
        PathPatternsRequestCondition patterns = mapping.getPathPatternsCondition();
        return patterns == null
                ? List.of("")
                : patterns.getPatterns().stream()
                        .map(PathPattern::getPatternString)
                        .map(MappingsByPrefix::prefixOf)
                        .toList();
    }

    /** What stands before the part with its first variable or wildcard; without the slash, as that part may be missing. */
    private static String prefixOf(String pattern) {
        Matcher variable = VARIABLE.matcher(pattern);
        return variable.find() ? pattern.substring(0, variable.start()) : pattern;
    }
}
