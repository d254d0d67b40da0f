package io.fateflow.webapp.openapi;

import java.util.List;

import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.ProductVersion;
import io.fateflow.webapp.api.ApiBody;

/** Describes the calls below {@code /v1}. What is described is settled by {@code springdoc} in application.yaml. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    @Bean
    DescribedCalls describedCalls(@Value("${springdoc.api-docs.path}") String path) {
        return new DescribedCalls(ProductVersion.current(), List.of(path, path + ".yaml"));
    }

    /** Springdoc looks at classes whose answers are bodies by an annotation; ours are by their types. */
    @Bean
    SmartInitializingSingleton describedControllers(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mappings) {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(ApiBody.class, VisibleJobs.class);
        return () -> mappings.getHandlerMethods().forEach((mapping, handler) -> {
            if (mapping.getPatternValues().stream().anyMatch(path -> path.startsWith("/v1/"))) {
                SpringDocUtils.getConfig().addRestControllers(handler.getBeanType());
            }
        });
    }
}
