package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.impl.IdentityServiceImpl;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;

/**
 * The engine's door for passwords, which web apps, engine REST and this server's own gates all come through: accounts that are kept
 * elsewhere are asked for here, before there is a transaction. They are slowed down by wrong passwords as the engine's own are.
 */
final class Identities extends IdentityServiceImpl {

    private final OutsideAccounts outside;
    private final LoginDelays delays;
    private final CurrentActor actor;

    Identities(OutsideAccounts outside, LoginDelays delays, CurrentActor actor) {
        this.outside = outside;
        this.delays = delays;
        this.actor = actor;
    }

    @Override
    public boolean checkPassword(@Nullable String userId, @Nullable String password) {
        if (userId == null || password == null || isOfTheEngine(userId)) {
            return super.checkPassword(userId, password);
        }
        String address = actor.get().orElse(Actor.SYSTEM).origin();
        if (!delays.begin(userId, address)) {
            return false;
        }
        if (outside.isRight(userId, password)) {
            delays.succeeded(userId, address);
            return true;
        }
        delays.failed(userId, address);
        Accounts.takeTheTimeOfAPassword(commandExecutor, password);
        return false;
    }

    private boolean isOfTheEngine(String userId) {
        return commandExecutor.execute(context -> Accounts.isOfTheEngine(context, userId));
    }
}
