package io.fateflow.engine.plugin;

import java.util.Optional;
import java.util.function.Supplier;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.identity.Authentication;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;

/** Who acts in the current thread: whoever is logged in at the engine, else whom the request names, else this program. */
final class ActingUser implements Supplier<Actor> {

    private final CurrentActor current;
    private final Supplier<ProcessEngine> engine;

    ActingUser(CurrentActor current, Supplier<ProcessEngine> engine) {
        this.current = current;
        this.engine = engine;
    }

    @Override
    public Actor get() {
        Optional<Actor> named = current.get();
        return engineUser()
                .map(user -> named.orElse(Actor.SYSTEM).named(user))
                .or(() -> named)
                .orElse(Actor.SYSTEM);
    }

    private Optional<String> engineUser() {
        Authentication login = engine.get().getIdentityService().getCurrentAuthentication();
        return login == null ? Optional.empty() : Optional.ofNullable(login.getUserId());
    }
}
