package io.fateflow.webapp.camunda;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.identity.User;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

import io.fateflow.engine.account.SecondFactors;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;

/** For whoever may read the home directory or the database anyway: gives an account back to its owner. */
@Component
@Lazy
public class AccountRescue {

    private static final int PASSWORD_BYTES = 15;

    private final IdentityService identities;
    private final AuditLog audit;
    private final SecondFactors factors;

    AccountRescue(IdentityService identities, AuditLog audit, SecondFactors factors) {
        this.identities = identities;
        this.audit = audit;
        this.factors = factors;
    }

    /**
     * Takes a lock away that wrong passwords have left.
     *
     * @return whether there is such an account
     */
    @Transactional
    public boolean unlock(String userId) {
        if (identities.createUserQuery().userId(userId).count() == 0) {
            return false;
        }
        identities.unlockUser(userId);
        audit.write(AuditEntry.done(AuditAction.ACCOUNT_UNLOCK).with("account", userId));
        return true;
    }

    /** Gives it a password that nobody has known; empty if there is no such account. */
    @Transactional
    public Optional<String> newPassword(String userId) {
        User user = identities.createUserQuery().userId(userId).singleResult();
        if (user == null) {
            return Optional.empty();
        }
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        user.setPassword(password);
        identities.saveUser(user);
        audit.write(AuditEntry.done(AuditAction.ACCOUNT_PASSWORD).with("account", userId));
        return Optional.of(password);
    }

    /**
     * Takes its second factor off: whoever has lost it sets up another one.
     *
     * @return whether it had one
     */
    public boolean removeSecondFactor(String userId) {
        return factors.remove(userId);
    }
}
