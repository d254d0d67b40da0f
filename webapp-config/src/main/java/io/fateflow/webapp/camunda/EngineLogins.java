package io.fateflow.webapp.camunda;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.identity.Group;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.security.Logins;

/** The engine's accounts. Wrong passwords are slowed down by the engine itself. */
@Component
final class EngineLogins implements Logins {

    private final IdentityService identityService;

    EngineLogins(IdentityService identityService) {
        this.identityService = identityService;
    }

    @Override
    public Optional<Set<String>> groupsOf(String userId, String password) {
        if (!identityService.checkPassword(userId, password)) {
            return Optional.empty();
        }
        return Optional.of(identityService.createGroupQuery().groupMember(userId).list().stream()
                .map(Group::getId)
                .collect(Collectors.toUnmodifiableSet()));
    }
}
