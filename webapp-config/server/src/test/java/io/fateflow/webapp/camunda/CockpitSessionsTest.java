package io.fateflow.webapp.camunda;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.identity.Group;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.mockito.Mockito;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpSession;
import org.threeten.extra.MutableClock;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.WebUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.when;

/** How long a session lasts that an issuer has begun, and whose it stays. */
class CockpitSessionsTest {

    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final MutableClock clock = MutableClock.of(Instant.parse("2026-01-02T15:30:45Z"), ZoneOffset.UTC);
    private final ProcessEngine engine = Mockito.mock(ProcessEngine.class, Answers.RETURNS_DEEP_STUBS);
    private final CockpitSessions sessions = new CockpitSessions(
            engine,
            clock,
            new Binder(new MapConfigurationPropertySource(Map.of("fate.access.roles", "true")))
                    .bindOrCreate("fate.access", AccessProperties.class),
            new OutsideLogins(Optional.empty(), Optional.of(""), Duration.ofSeconds(30), clock));
    private final MockHttpServletRequest request = new MockHttpServletRequest();

    @BeforeEach
    void carolIsNoAccountOfTheEngine() {
        Group operators = Mockito.mock(Group.class);
        when(operators.getId()).thenReturn(Role.OPERATOR.group());
        when(engine.getName()).thenReturn("default");
        when(engine.getIdentityService().createUserQuery().userId("carol").count())
                .thenReturn(1L);
        when(engine.getIdentityService()
                        .createUserQuery()
                        .userId("carol")
                        .singleResult()
                        .getId())
                .thenReturn("carol");
        when(engine.getIdentityService().createGroupQuery().groupMember("carol").list())
                .thenReturn(List.of(operators));
        ofTheEngine(0);
        request.setSession(new MockHttpSession());
        sessions.begin(request, new Account("carol", Set.of(Role.OPERATOR)), LONGEST);
    }

    private void ofTheEngine(long count) {
        when(engine.getIdentityService()
                        .createUserQuery()
                        .userIdIn(any(String[].class))
                        .count())
                .thenReturn(count);
    }

    @Test
    void itEndsInItsTimeWhateverSomebodyDoes() {
        for (int minute = 0; minute < 10; minute++) {
            assertThat(sessions.user(request)).map(WebUser::id).hasValue("carol");
            clock.add(Duration.ofMinutes(1));
        }

        assertThat(sessions.user(request)).isEmpty();
        assertThat(sessions.name(request)).isEmpty();
    }

    @Test
    void itNeverBecomesThatOfAnAccountWhichSomebodyMakesHereMeanwhile() {
        assertThat(sessions.user(request)).map(WebUser::id).hasValue("carol");

        ofTheEngine(1);
        clock.add(Duration.ofSeconds(31));

        assertThat(sessions.user(request)).isEmpty();
    }
}
