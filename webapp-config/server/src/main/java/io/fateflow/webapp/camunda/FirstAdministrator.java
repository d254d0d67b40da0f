package io.fateflow.webapp.camunda;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Base64;

import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.authorization.Authorization;
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

    /** The administrators' group of Camunda, whichever engine this is. */
    private static final String CAMUNDAS = "camunda-admin";

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
        takeOver(identities, engine.getAuthorizationService());
        if (identities.createUserQuery().memberOfGroup(Role.ALL_ROLES).count() > 0) {
            return;
        }
        AccountGroups.make(identities, Role.ALL_ROLES, "Administrators");
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

    /** Of a database that was Camunda's: its administrators are those of the other engine, under that one's name of their group. */
    private static void takeOver(IdentityService identities, AuthorizationService authorizations) {
        if (CAMUNDAS.equals(Role.ALL_ROLES)
                || identities.createGroupQuery().groupId(CAMUNDAS).count() == 0) {
            return;
        }
        AccountGroups.make(identities, Role.ALL_ROLES, "Administrators");
        allowEverything(authorizations);
        for (User user : identities.createUserQuery().memberOfGroup(CAMUNDAS).list()) {
            identities.deleteMembership(user.getId(), CAMUNDAS);
            identities.createMembership(user.getId(), Role.ALL_ROLES);
        }
        authorizations.createAuthorizationQuery().groupIdIn(CAMUNDAS).list().stream()
                .map(Authorization::getId)
                .forEach(authorizations::deleteAuthorization);
        identities.deleteGroup(CAMUNDAS); // last: a start that dies before is gone on with by the next one
    }

    private void makeUser(IdentityService identities, String password) {
        User user = identities.newUser(admin.user());
        user.setFirstName("FATE Flow");
        user.setLastName("Administrator");
        user.setEmail("");
        user.setPassword(password);
        identities.saveUser(user);
        identities.createMembership(admin.user(), Role.ALL_ROLES);
    }

    private static void allowEverything(AuthorizationService authorizations) {
        for (Resource resource : Resources.values()) {
            boolean missing = authorizations
                            .createAuthorizationQuery()
                            .groupIdIn(Role.ALL_ROLES)
                            .resourceType(resource)
                            .resourceId(Authorization.ANY)
                            .count()
                    == 0;
            if (missing) {
                Authorization all = authorizations.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
                all.setGroupId(Role.ALL_ROLES);
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
