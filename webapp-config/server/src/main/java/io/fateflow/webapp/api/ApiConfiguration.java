package io.fateflow.webapp.api;

import java.util.List;

import org.springframework.boot.autoconfigure.web.servlet.WebMvcRegistrations;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.UrlHandlerFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.OwnJobs;

/** Teaches Spring MVC FATE Flow's wire rules. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration implements WebMvcConfigurer {

    private final WireJson json;
    private final AccessProperties access;
    private final OwnJobs own;

    ApiConfiguration(WireJson json, AccessProperties access, OwnJobs own) {
        this.json = json;
        this.own = own;
        this.access = access;
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new ApiBodyResolver(json, own, access.maxBody()));
    }

    @Override
    public void addReturnValueHandlers(List<HandlerMethodReturnValueHandler> handlers) {
        handlers.add(new EnvelopeHandler(json));
    }

    @Bean
    static WebMvcRegistrations mappings() {
        return new WebMvcRegistrations() {

            @Override
            public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
                return new MappingsByPrefix();
            }
        };
    }

    /** {@code /v1/job/query/} is {@code /v1/job/query}. */
    @Bean
    FilterRegistrationBean<UrlHandlerFilter> trailingSlash() {
        FilterRegistrationBean<UrlHandlerFilter> registration = new FilterRegistrationBean<>(
                UrlHandlerFilter.trailingSlashHandler("/v1/**").wrapRequest().build());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }
}
