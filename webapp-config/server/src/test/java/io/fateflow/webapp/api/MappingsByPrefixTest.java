package io.fateflow.webapp.api;

import java.lang.reflect.Method;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever is asked for, the answer is Spring's. */
class MappingsByPrefixTest {

    private static final String[] PATTERNS = {
        "/v1/job/{job}",
        "/v1/job/{job}/{role}/create",
        "/v1/job/query",
        "/v1/jobs{kind}/all",
        "/v1/job-{job}",
        "/v1/files/{*rest}",
        "/v1/logs/**",
        "/v1/two words/{one}",
        "/{any}/only",
        "/v1/a?b/{one}"
    };

    private final RequestMappingHandlerMapping own = with(new MappingsByPrefix());
    private final RequestMappingHandlerMapping springs = with(new RequestMappingHandlerMapping());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/job/1",
                "/v1/job/",
                "/v1/job",
                "/v1/job/query",
                "/v1/job/1/guest/create",
                "/v1/job/1/guest/created",
                "/v1/%6aob/1",
                "/v1/job%2F1",
                "/v1;a=b/job;c/1;d",
                "/v1/jobsdone/all",
                "/v1/job-1",
                "/v1/files",
                "/v1/files/",
                "/v1/files/a/b",
                "/v1/filesystem",
                "/v1/logs",
                "/v1/logs/a/b",
                "/v1/two%20words/1",
                "/v1/only",
                "/v1/axb/1",
                "/V1/job/1",
                "//v1/job/1",
                "/v1//job/1",
                "/"
            })
    void isTheOneThatSpringFinds(String path) throws Exception {
        assertThat(served(own, path)).isEqualTo(served(springs, path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/job/1", "/v1/%6aob/1", "/v1/files", "/v1/logs/a", "/v1/two%20words/1", "/v1/axb/1"})
    void isFound(String path) throws Exception {
        assertThat(served(own, path)).isNotNull();
    }

    private RequestMappingHandlerMapping with(RequestMappingHandlerMapping mapping) {
        Method method = Objects.requireNonNull(ReflectionUtils.findMethod(MappingsByPrefixTest.class, "toString"));
        StaticWebApplicationContext context = new StaticWebApplicationContext();
        context.refresh();
        mapping.setApplicationContext(context);
        mapping.afterPropertiesSet();
        for (String pattern : PATTERNS) {
            mapping.registerMapping(
                    RequestMappingInfo.paths(pattern)
                            .options(mapping.getBuilderConfiguration())
                            .build(),
                    this,
                    method);
        }
        return mapping;
    }

    /** The pattern that a path is served by; null if by none. */
    private static @Nullable Object served(HandlerMapping mapping, String path) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", path);
        ServletRequestPathUtils.parseAndCache(request);
        HandlerExecutionChain chain = mapping.getHandler(request);
        if (chain == null) {
            return null;
        }
        assertThat(chain.getHandler()).isInstanceOf(HandlerMethod.class);
        return request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    }
}
