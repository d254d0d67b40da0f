package io.fateflow.webapp.camunda;

import org.camunda.bpm.engine.rest.security.auth.ProcessEngineAuthenticationFilter;
import org.camunda.bpm.engine.rest.security.auth.impl.HttpBasicAuthenticationProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Engine REST asks for a login; what a user may do, the engine's authorizations say. */
@Configuration(proxyBeanMethods = false)
class EngineRestLogin {

    @Bean
    FilterRegistrationBean<ProcessEngineAuthenticationFilter> engineRestLoginFilter() {
        FilterRegistrationBean<ProcessEngineAuthenticationFilter> registration =
                new FilterRegistrationBean<>(new ProcessEngineAuthenticationFilter());
        registration.addInitParameter("authentication-provider", HttpBasicAuthenticationProvider.class.getName());
        registration.setAsyncSupported(true);
        registration.addUrlPatterns("/engine-rest/*");
        return registration;
    }
}
