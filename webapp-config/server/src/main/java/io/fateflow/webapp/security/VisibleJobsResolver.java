package io.fateflow.webapp.security;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.role.Action;

/** Which jobs whoever calls is shown: all, unless the roles of the account let it read its own ones only. */
@Configuration(proxyBeanMethods = false)
class VisibleJobsResolver implements HandlerMethodArgumentResolver, WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == VisibleJobs.class;
    }

    private static Action seen(MethodParameter parameter) {
        VisibleTables tables = parameter.getParameterAnnotation(VisibleTables.class);
        return tables == null ? Action.JOB_READ : Action.TABLE_READ;
    }

    @Override
    public VisibleJobs resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest webRequest,
            @Nullable WebDataBinderFactory binderFactory) {
        HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
        // what the call itself is, does not matter: a page of cores names jobs, too
        return request == null
                ? VisibleJobs.ALL
                : Admission.of(request)
                        .map(admission -> admission.account().jobs(seen(parameter)))
                        .orElse(VisibleJobs.ALL);
    }
}
