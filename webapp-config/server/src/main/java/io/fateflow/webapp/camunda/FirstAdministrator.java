package io.fateflow.webapp.camunda;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Base64;

import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Groups;
import org.camunda.bpm.engine.authorization.Permissions;
import org.camunda.bpm.engine.authorization.Resource;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationInitializer;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.role.Role;

/**
 * Makes the first account before the web server answers, so that the web apps never offer to make one to whoever comes
 * first. The password goes to standard output, not to the log: logs are kept and passed around.
 */
@Component
final class FirstAdministrator extends AbstractProcessEnginePlugin {

    private static final int PASSWORD_BYTES = 15;

    private final AdminProperties admin;
    private final PrintStream out;

    /**
     * Makes the plugin.
     *
     * @param tables not used: our tables must be there before the engine starts
     */
    @SuppressWarnings("unused")
    FirstAdministrator(AdminProperties admin, FlywayMigrationInitializer tables) {
        this.admin = admin;
        this.out = System.out;
    }

    @Override
    public void postProcessEngineBuild(ProcessEngine engine) {
        IdentityService identities = engine.getIdentityService();
        if (identities.createUserQuery().memberOfGroup(Groups.CAMUNDA_ADMIN).count() > 0) {
            return;
        }
        AccountGroups.make(identities, Groups.CAMUNDA_ADMIN, "Administrators");
        AccountGroups.make(identities, Role.WORKER);
        AccountGroups.make(identities, Role.MONITOR);
        allowEverything(engine.getAuthorizationService());
        boolean random = admin.password().isEmpty();
        String password = random ? randomPassword() : admin.password();
        makeUser(identities, password);
        if (random) {
            announce(password);
        }
    }

    private void makeUser(IdentityService identities, String password) {
        User user = identities.newUser(admin.user());
        user.setFirstName("FATE Flow");
        user.setLastName("Administrator");
        user.setEmail("");
        user.setPassword(password);
        identities.saveUser(user);
        identities.createMembership(admin.user(), Groups.CAMUNDA_ADMIN);
    }

    private static void allowEverything(AuthorizationService authorizations) {
        for (Resource resource : Resources.values()) {
            boolean missing = authorizations
                            .createAuthorizationQuery()
                            .groupIdIn(Groups.CAMUNDA_ADMIN)
                            .resourceType(resource)
                            .resourceId(Authorization.ANY)
                            .count()
                    == 0;
            if (missing) {
                Authorization all = authorizations.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
                all.setGroupId(Groups.CAMUNDA_ADMIN);
                all.setResource(resource);
                all.setResourceId(Authorization.ANY);
                all.addPermission(Permissions.ALL);
                authorizations.saveAuthorization(all);
            }
        }
    }

    private static String randomPassword() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void announce(String password) {
        out.printf("""

                ---------------------------------------------------------------------
                 First start: an account was made for Cockpit and engine REST.

                     user      %s
                     password  %s

                 It is shown this once. Change it in the web apps, /camunda/app/admin,
                 at "My profile", "Account".
                ---------------------------------------------------------------------

                """, admin.user(), password);
        out.flush();
    }
}
