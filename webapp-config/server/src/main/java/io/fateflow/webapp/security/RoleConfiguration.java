package io.fateflow.webapp.security;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What a site has that goes by roles. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("fate.access.roles")
class RoleConfiguration implements WebMvcConfigurer {

    private final OwnJobs own;

    RoleConfiguration(OwnJobs own) {
        this.own = own;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new RoleInterceptor(own)).addPathPatterns("/v1/**", "/board/**");
    }
}
