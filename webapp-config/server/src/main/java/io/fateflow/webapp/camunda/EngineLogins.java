package io.fateflow.webapp.camunda;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.identity.Group;
import org.springframework.stereotype.Component;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.LoginCodes;
import io.fateflow.engine.plugin.LoginDelays;
import io.fateflow.webapp.security.LoginAnswer;
import io.fateflow.webapp.security.Logins;

/** The engine's accounts. Wrong passwords are slowed down where the engine looks at them, whoever asks it. */
@Component
final class EngineLogins implements Logins {

    private final IdentityService identityService;
    private final LoginDelays delays;
    private final LoginCodes codes;

    EngineLogins(IdentityService identityService, FateFlowEngine engine) {
        this.identityService = identityService;
        this.delays = engine.operators().loginDelays();
        this.codes = engine.operators().loginCodes();
    }

    @Override
    public Duration wait(String userId, String address) {
        return delays.waitOf(userId, address);
    }

    @Override
    public LoginAnswer check(String userId, String password, String code) {
        try (LoginCodes.Given given = codes.given(code)) {
            boolean right = identityService.checkPassword(userId, password);
            return new LoginAnswer(right ? Optional.of(groupsOf(userId)) : Optional.empty(), given.answer());
        }
    }

    @Override
    public boolean isOfThisServer(String userId) {
        return identityService.createUserQuery().userIdIn(userId).count() > 0;
    }

    @Override
    public Set<String> groupsOf(String userId) {
        return identityService.createGroupQuery().groupMember(userId).list().stream()
                .map(Group::getId)
                .collect(Collectors.toUnmodifiableSet());
    }
}
