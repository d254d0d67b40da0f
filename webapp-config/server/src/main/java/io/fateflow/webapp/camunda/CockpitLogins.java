package io.fateflow.webapp.camunda;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.LoginCodes;
import io.fateflow.engine.plugin.LoginsBusyException;
import io.fateflow.webapp.security.AccessLog;

/** Tells who logs in and out at the log-in page of the engine's web apps, which is their own. */
@Configuration(proxyBeanMethods = false)
class CockpitLogins {

    /** Behind the gate, which knows from where a request comes. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    @Bean
    FilterRegistrationBean<Watch> cockpitLoginsFilter(AccessLog log, CockpitSessions sessions, FateFlowEngine engine) {
        FilterRegistrationBean<Watch> registration = new FilterRegistrationBean<>(
                new Watch(log, sessions, engine.operators().loginCodes()));
        registration.addUrlPatterns("/camunda/api/admin/auth/user/*");
        registration.setOrder(ORDER);
        return registration;
    }

    static final class Watch extends OncePerRequestFilter {

        private static final ObjectMapper JSON = new ObjectMapper();

        private final AccessLog log;
        private final CockpitSessions sessions;
        private final LoginCodes codes;

        Watch(AccessLog log, CockpitSessions sessions, LoginCodes codes) {
            this.log = log;
            this.sessions = sessions;
            this.codes = codes;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            Optional<String> before = sessions.name(request);
            boolean isWithoutCode;
            ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
            // that page has no field for a code: whoever needs one logs in at the board, whose session is this one, too
            try (LoginCodes.Given none = codes.given("")) {
                chain.doFilter(request, answer);
                isWithoutCode = !none.answer().logsIn();
            }
            sayIfBusy(answer);
            answer.copyBodyToResponse();
            if (!request.getMethod().equals("POST")) {
                return;
            }
            String path = request.getRequestURI();
            if (path.endsWith("/logout")) {
                before.ifPresent(user -> log.loggedOut(user, request.getRemoteAddr()));
            } else if (path.contains("/login/")) {
                tell(request, answer.getStatus(), isWithoutCode);
            }
        }

        /** The engine's web apps answer any exception as a failure of the server; their page shows what the message says. */
        private static void sayIfBusy(ContentCachingResponseWrapper answer) throws IOException {
            if (answer.getStatus() != HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
                return;
            }
            JsonNode failure = JSON.readTree(answer.getContentAsByteArray());
            if (failure.path("type").asText().equals(LoginsBusyException.class.getSimpleName())) {
                answer.resetBuffer();
                answer.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
                answer.setHeader("Retry-After", Integer.toString(LoginsBusyException.RETRY_AFTER_SECONDS));
                JSON.writeValue(
                        answer.getOutputStream(),
                        JSON.createObjectNode()
                                .put("type", "TooManyLogins")
                                .put(
                                        "message",
                                        LoginsBusyException.ID + " "
                                                + failure.path("message").asText()));
            }
        }

        private void tell(HttpServletRequest request, int status, boolean isWithoutCode) {
            if (status == HttpServletResponse.SC_OK) {
                sessions.name(request).ifPresent(user -> log.loggedIn(user, "cockpit", request.getRemoteAddr()));
            } else if (status == HttpServletResponse.SC_UNAUTHORIZED) {
                // whose name it was stands in the body, which is read
                log.refused(
                        "anonymous",
                        request.getRemoteAddr(),
                        "POST " + request.getServletPath(),
                        isWithoutCode
                                ? "FFB-5285 password without second factor at Cockpit's page"
                                : "FFB-5002 wrong login at Cockpit's page");
            }
        }
    }
}
