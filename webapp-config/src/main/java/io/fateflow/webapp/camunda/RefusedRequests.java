package io.fateflow.webapp.camunda;

import jakarta.annotation.Priority;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.rest.exception.ExceptionHandlerHelper;
import org.camunda.bpm.engine.rest.exception.RestException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.jersey.ResourceConfigCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Engine REST says 500 to whatever goes wrong while a process is started, a job that we refuse included. Whoever submits
 * one must be able to tell that it is the job that is wrong, not the server: 400, with all that is wrong with it.
 */
@Configuration(proxyBeanMethods = false)
class RefusedRequests {

    @Bean
    ResourceConfigCustomizer refusedRequestsInEngineRest() {
        return engineRest -> engineRest.register(Mapper.class);
    }

    /** Before the engine's own mapper of the same exception. */
    @Priority(1)
    static final class Mapper implements ExceptionMapper<RestException> {

        @Override
        public Response toResponse(RestException failure) {
            @Nullable Throwable cause = failure.getCause();
            return ExceptionHandlerHelper.getInstance()
                    .getResponse(cause instanceof BadUserRequestException refused ? refused : failure);
        }
    }
}
