package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Calls;

/**
 * Stands right in front of what serves a call: it must be what the roles have let the request in for, however its path was
 * written, and of an own job where that is the condition.
 */
final class RoleInterceptor implements HandlerInterceptor {

    private final OwnJobs own;

    RoleInterceptor(OwnJobs own) {
        this.own = own;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC || !(handler instanceof HandlerMethod method)) {
            return true;
        }
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        // what only hands on is no action itself; it is refused here, as behind it an unread body would cost the
        // connection
        boolean handsOn = Calls.handsOn(pattern);
        if (!handsOn && !isServedAsAdmitted(request, pattern)) {
            Refusal.FORBIDDEN.write(
                    response, "FFB-5013 The call is not written as it is in docs/api.md, and no role allows it so.");
            return false;
        }
        if (method.hasMethodAnnotation(CutToOwn.class)) {
            own.mayNameNone(request);
        }
        try {
            demandOwn(request, !handsOn && !BodyArguments.areRead(method));
            return true;
        } catch (NotOwnException e) {
            Refusal.FORBIDDEN.write(response, e.words());
            return false;
        }
    }

    private static boolean isServedAsAdmitted(HttpServletRequest request, String pattern) {
        Optional<Action> served = Calls.ofPattern(request.getMethod(), pattern);
        Optional<Admission> admitted = Admission.of(request);
        // what has no action is not let in by roles, but by a token, by another site's signature, or for it is the
        // login
        return served.isPresent()
                ? served.equals(admitted.flatMap(Admission::action))
                : admitted.isEmpty() || Calls.isForAnyRole(pattern);
    }

    private void demandOwn(HttpServletRequest request, boolean isAll) {
        String type = request.getContentType();
        if (type != null && type.startsWith("multipart/")) {
            own.refuseForm(request);
        }
        own.demandOfAddress(request, isAll);
    }
}
