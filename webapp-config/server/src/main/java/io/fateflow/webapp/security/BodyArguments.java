package io.fateflow.webapp.security;

import java.util.Arrays;

import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;

/** Whether a controller's method takes a body that is looked at when it is read. */
final class BodyArguments {

    private BodyArguments() {}

    static boolean areRead(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(parameter -> parameter.getParameterType().isAnnotationPresent(NamesJobs.class)
                        || parameter.hasParameterAnnotation(RequestBody.class));
    }
}
