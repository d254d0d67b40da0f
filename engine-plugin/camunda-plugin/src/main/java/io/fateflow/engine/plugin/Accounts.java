package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.digest.PasswordManager;
import org.camunda.bpm.engine.impl.identity.db.DbIdentityServiceProvider;
import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;

/**
 * The engine's accounts, but that wrong passwords delay by account and address, where the engine's own rule locks the account
 * for everybody, and at the tenth for ever. A name that is no account's takes as long as one that is.
 */
final class Accounts extends DbIdentityServiceProvider {

    /** The hash of nothing that anybody knows. */
    private static final String NOBODYS = "{" + Pbkdf2Passwords.NAME + "}" + Pbkdf2Passwords.NOBODYS;

    private final LoginDelays delays;
    private final CurrentActor actor;

    private Accounts(LoginDelays delays, CurrentActor actor) {
        this.delays = delays;
        this.actor = actor;
    }

    static SessionFactory factory(LoginDelays delays, CurrentActor actor) {
        return new SessionFactory() {
            @Override
            public Class<?> getSessionType() {
                return Accounts.class;
            }

            @Override
            public Session openSession() {
                return new Accounts(delays, actor);
            }
        };
    }

    @Override
    public boolean checkPassword(@Nullable String userId, @Nullable String password) {
        if (userId == null || password == null) {
            return false;
        }
        String address = actor.get().orElse(Actor.SYSTEM).origin();
        if (!delays.begin(userId, address)) {
            return false;
        }
        @Nullable UserEntity user = findUserById(userId);
        boolean right = matches(password, user);
        if (right && user != null) {
            delays.succeeded(userId, address);
            unlockIfLocked(user);
        } else {
            delays.failed(userId, address);
        }
        return right;
    }

    /** An earlier version may have locked it. */
    private void unlockIfLocked(UserEntity user) {
        if (user.getAttempts() > 0) {
            unlockUser(user);
        }
    }

    private boolean matches(String password, @Nullable UserEntity user) {
        if (user != null) {
            return matchPassword(password, user);
        }
        PasswordManager passwords = Context.getProcessEngineConfiguration().getPasswordManager();
        return passwords.check(password, NOBODYS);
    }
}
