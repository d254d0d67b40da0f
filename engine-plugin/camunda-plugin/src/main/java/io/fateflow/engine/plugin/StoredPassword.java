package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.digest.PasswordManager;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;
import org.camunda.bpm.engine.impl.util.EncryptionUtil;
import org.jspecify.annotations.Nullable;

/**
 * The hash of an account's password as it was read, to compare with when there is no transaction any more: a hash takes a fifth of a
 * second of a core, and as many that log in at once as there are connections would keep all jobs from the database meanwhile.
 *
 * @param passwords remember which were right
 * @param isOfTheEngine whether there is such an account; the hash of any other is the one of no password
 * @param isLocked whether an earlier version has counted wrong passwords
 */
record StoredPassword(
        PasswordManager hashes,
        Pbkdf2Passwords passwords,
        boolean isOfTheEngine,
        String salt,
        String hash,
        boolean isLocked) {

    private static final String PREFIX = "{" + Pbkdf2Passwords.NAME + "}";

    static StoredPassword of(CommandContext context, String userId) {
        ProcessEngineConfigurationImpl engine = context.getProcessEngineConfiguration();
        @Nullable UserEntity user = context.getDbEntityManager().selectById(UserEntity.class, userId);
        @Nullable String hash = user == null ? null : user.getPassword();
        Pbkdf2Passwords passwords = (Pbkdf2Passwords) engine.getPasswordEncryptor();
        PasswordManager hashes = engine.getPasswordManager();
        return user == null || hash == null
                ? new StoredPassword(hashes, passwords, user != null, "", PREFIX + passwords.nobodys(), false)
                : new StoredPassword(hashes, passwords, true, user.getSalt(), hash, user.getAttempts() > 0);
    }

    /** Whether it was found right a moment ago, so that nobody waits for it. */
    boolean isRemembered(String password) {
        return hash.startsWith(PREFIX)
                && passwords.isRemembered(EncryptionUtil.saltPassword(password, salt), hash.substring(PREFIX.length()));
    }

    /** Takes as long whether there is such an account or not. */
    boolean matches(String password) {
        return hashes.check(EncryptionUtil.saltPassword(password, salt), hash);
    }
}
