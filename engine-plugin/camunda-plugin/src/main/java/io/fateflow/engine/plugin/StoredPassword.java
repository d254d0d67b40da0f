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
 * @param isOfTheEngine whether there is such an account; the hash of any other is the one of no password
 * @param isLocked whether an earlier version has counted wrong passwords
 */
record StoredPassword(PasswordManager hashes, boolean isOfTheEngine, String salt, String hash, boolean isLocked) {

    static StoredPassword of(CommandContext context, String userId) {
        ProcessEngineConfigurationImpl engine = context.getProcessEngineConfiguration();
        @Nullable UserEntity user = context.getDbEntityManager().selectById(UserEntity.class, userId);
        @Nullable String hash = user == null ? null : user.getPassword();
        if (user == null || hash == null) {
            Pbkdf2Passwords passwords = (Pbkdf2Passwords) engine.getPasswordEncryptor();
            String nobodys = "{" + Pbkdf2Passwords.NAME + "}" + passwords.nobodys();
            return new StoredPassword(engine.getPasswordManager(), user != null, "", nobodys, false);
        }
        return new StoredPassword(engine.getPasswordManager(), true, user.getSalt(), hash, user.getAttempts() > 0);
    }

    /** Takes as long whether there is such an account or not. */
    boolean matches(String password) {
        return hashes.check(EncryptionUtil.saltPassword(password, salt), hash);
    }
}
