package io.fateflow.webapp.camunda;

import java.util.Map;

import jakarta.annotation.Priority;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.rest.exception.ExceptionHandlerHelper;
import org.camunda.bpm.engine.rest.exception.RestException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.jersey.ResourceConfigCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedRuntimeException;

import io.fateflow.webapp.database.DatabaseTrouble;

/**
 * Engine REST says 500 to whatever goes wrong while a process is started, a job that we refuse included. Whoever submits
 * one must be able to tell that it is the job that is wrong, not the server: 400, with all that is wrong with it.
 */
@Configuration(proxyBeanMethods = false)
class RefusedRequests {

    @Bean
    ResourceConfigCustomizer refusedRequestsInEngineRest() {
        return engineRest ->
                engineRest.register(Mapper.class).register(EngineMapper.class).register(SpringMapper.class);
    }

    /** Before the engine's own mapper of the same exception. */
    @Priority(1)
    static final class Mapper implements ExceptionMapper<RestException> {

        @Override
        public Response toResponse(RestException failure) {
            if (DatabaseTrouble.is(failure)) {
                return later();
            }
            @Nullable Throwable cause = failure.getCause();
            return ExceptionHandlerHelper.getInstance()
                    .getResponse(cause instanceof BadUserRequestException refused ? refused : failure);
        }
    }

    /** A database that is away is no mistake of the caller's, and none of this program. */
    @Priority(1)
    static final class EngineMapper implements ExceptionMapper<ProcessEngineException> {

        @Override
        public Response toResponse(ProcessEngineException failure) {
            return DatabaseTrouble.is(failure)
                    ? later()
                    : ExceptionHandlerHelper.getInstance().getResponse(failure);
        }
    }

    /** No connection, so no transaction: that is Spring's to say. */
    @Priority(1)
    static final class SpringMapper implements ExceptionMapper<NestedRuntimeException> {

        @Override
        public Response toResponse(NestedRuntimeException failure) {
            return DatabaseTrouble.is(failure)
                    ? later()
                    : ExceptionHandlerHelper.getInstance().getResponse(failure);
        }
    }

    /** {@code Retry-After} comes with the status. */
    private static Response later() {
        return Response.status(Response.Status.SERVICE_UNAVAILABLE)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(Map.of("type", "DatabaseAway", "message", DatabaseTrouble.MESSAGE))
                .build();
    }
}
