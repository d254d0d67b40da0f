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
 * The engine's door for passwords, which web apps, engine REST and this server's own gates all come through: passwords are
 * compared here, where there is no transaction. Wrong ones delay by account and address, where the engine's own rule locks the account for
 * everybody, and at the tenth for ever; a name that is no account's takes as long as one that is. Accounts of the engine with a second
 * factor are asked for its code here, and for them a password alone is wrong. Few wait at once ({@link LoginsBusyException}).
 */
final class Identities extends IdentityServiceImpl {

    private final OutsideAccounts outside;
    private final LoginDelays delays;
    private final CurrentActor actor;
    private final LoginCodes codes;
    private final LoginQueue queue;

    Identities(OutsideAccounts outside, LoginDelays delays, CurrentActor actor, LoginCodes codes, LoginQueue queue) {
        this.outside = outside;
        this.delays = delays;
        this.actor = actor;
        this.codes = codes;
        this.queue = queue;
    }

    @Override
    public boolean checkPassword(@Nullable String userId, @Nullable String password) {
        String address = actor.get().orElse(Actor.SYSTEM).origin();
        if (userId == null || password == null || !delays.begin(userId, address)) {
            return false;
        }
        StoredPassword stored = commandExecutor.execute(context -> StoredPassword.of(context, userId));
        if (!isRemembered(userId, password, stored) && !isRightInTurn(userId, password, stored, address)) {
            delays.failed(userId, address);
            return false;
        }
        delays.succeeded(userId, address);
        if (stored.isLocked()) {
            commandExecutor.execute(context -> Accounts.unlock(context, userId));
        }
        return !stored.isOfTheEngine() || isLoggedIn(userId) || codes.admit(userId, this::groupsOf);
    }

    private boolean isRemembered(String userId, String password, StoredPassword stored) {
        return stored.isOfTheEngine() ? stored.isRemembered(password) : outside.isRemembered(userId, password);
    }

    private boolean isRightInTurn(String userId, String password, StoredPassword stored, String address) {
        try (LoginQueue.Place place = queue.enter(userId, address)) {
            return isRight(userId, password, stored);
        }
    }

    private boolean isRight(String userId, String password, StoredPassword stored) {
        return (!stored.isOfTheEngine() && outside.isRight(userId, password)) || stored.matches(password);
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
}
