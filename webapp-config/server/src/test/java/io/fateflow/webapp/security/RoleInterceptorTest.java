package io.fateflow.webapp.security;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Role;

import static org.assertj.core.api.Assertions.assertThat;

/** What serves a call is what the roles have let the request in for. */
class RoleInterceptorTest {

    private final RoleInterceptor interceptor =
            new RoleInterceptor(new OwnJobs(ids -> Map.of(), texts -> List.of(), new Unheard()));

    @ParameterizedTest
    @CsvSource({
        "/v1/job/stop,          JOB_CONTROL, true",
        "/v1/job/stop,          JOB_READ,    false",
        "/v1/job/stop,          nothing,     false",
        "/v1/job/stop,          nobody,      false",
        "/v1/job/{jobId}/story, JOB_CONTROL, false",
        "/v1/of/tomorrow,       JOB_READ,    false",
        "/v1/of/tomorrow,       nothing,     false",
        "/v1/exchange/send,     nobody,      true",
        "/board/api/session,    nothing,     true",
        "/board/v1/{*path},     JOB_CONTROL, true"
    })
    void onlyWhatWasLetInIsServed(String pattern, String letInFor, boolean served) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/v1/whatever");
        request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, pattern);
        if (!letInFor.equals("nobody")) {
            Account account = new Account("alice", Set.of(Role.OPERATOR));
            Optional<Action> action =
                    letInFor.equals("nothing") ? Optional.empty() : Optional.of(Action.valueOf(letInFor));
            Admission.give(request, new Admission(account, action, io.fateflow.webapp.role.Scope.EVERYTHING));
        }
        MockHttpServletResponse response = new MockHttpServletResponse();

        assertThat(interceptor.preHandle(request, response, aController())).isEqualTo(served);
        assertThat(response.getStatus()).isEqualTo(served ? 200 : 403);
        assertThat(response.getContentAsString().contains("FFB-5013")).isEqualTo(!served);
    }

    private static HandlerMethod aController() throws NoSuchMethodException {
        return new HandlerMethod("", String.class.getMethod("length"));
    }

    private static final class Unheard implements AccessLog {

        @Override
        public Scope admitted(String user, String origin) {
            return () -> {};
        }

        @Override
        public void loggedIn(String user, String way, String origin) {
            throw new AssertionError(user);
        }

        @Override
        public void loggedOut(String user, String origin) {
            throw new AssertionError(user);
        }

        @Override
        public void refused(String user, String origin, String request, String why) {
            throw new AssertionError(why);
        }
    }
}
