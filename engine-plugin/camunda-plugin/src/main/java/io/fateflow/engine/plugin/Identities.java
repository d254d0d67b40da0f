package io.fateflow.engine.plugin;

import java.util.Set;
import java.util.stream.Collectors;

import org.camunda.bpm.engine.identity.Group;
import org.camunda.bpm.engine.impl.IdentityServiceImpl;
import org.camunda.bpm.engine.impl.identity.Authentication;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;

/**
 * The engine's door for passwords, which web apps, engine REST and this server's own gates all come through: accounts that are kept
 * elsewhere are asked for here, before there is a transaction. They are slowed down by wrong passwords as the engine's own are. Those of
 * the engine with a second factor are asked for its code here, and for them a password alone is wrong.
 */
final class Identities extends IdentityServiceImpl {

    private final OutsideAccounts outside;
    private final LoginDelays delays;
    private final CurrentActor actor;
    private final LoginCodes codes;

    Identities(OutsideAccounts outside, LoginDelays delays, CurrentActor actor, LoginCodes codes) {
        this.outside = outside;
        this.delays = delays;
        this.actor = actor;
        this.codes = codes;
    }

    @Override
    public boolean checkPassword(@Nullable String userId, @Nullable String password) {
        if (userId == null || password == null) {
            return super.checkPassword(userId, password);
        }
        if (outside == OutsideAccounts.NONE || isOfTheEngine(userId)) {
            return super.checkPassword(userId, password) && (isLoggedIn(userId) || codes.admit(userId, this::groupsOf));
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

    /** Who changes his password in the engine's pages is asked for it once more, and is in by a code already. */
    private boolean isLoggedIn(String userId) {
        @Nullable Authentication known = getCurrentAuthentication();
        return known != null && userId.equals(known.getUserId());
    }

    private Set<String> groupsOf(String userId) {
        return createGroupQuery().groupMember(userId).list().stream()
                .map(Group::getId)
                .collect(Collectors.toUnmodifiableSet());
    }

    private boolean isOfTheEngine(String userId) {
        return commandExecutor.execute(context -> Accounts.isOfTheEngine(context, userId));
    }
}
