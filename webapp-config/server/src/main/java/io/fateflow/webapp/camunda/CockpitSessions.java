package io.fateflow.webapp.camunda;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.authorization.Permission;
import org.camunda.bpm.engine.authorization.ProcessDefinitionPermissions;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.webapp.impl.security.auth.AuthenticationUtil;
import org.camunda.bpm.webapp.impl.security.auth.Authentications;
import org.camunda.bpm.webapp.impl.security.auth.UserAuthentication;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.WebSessions;
import io.fateflow.webapp.security.WebUser;
import io.fateflow.webapp.security.WebUser.Right;

/**
 * Logins of the engine's web apps, which keep them in the HTTP session. What an account may do is asked again after half a
 * minute: who has lost a right does not keep it until he logs out.
 */
@Component
final class CockpitSessions implements WebSessions {

    private static final String KNOWN = CockpitSessions.class.getName();
    private static final String UNTIL = CockpitSessions.class.getName() + ".until";
    private static final String JOBS = "fate-job";
    private static final String COCKPIT = "cockpit";
    private static final long FRESH_MILLIS = Duration.ofSeconds(30).toMillis();

    private final ProcessEngine engine;
    private final Clock clock;
    private final boolean goesByRoles;
    private final OutsideLogins outside;

    CockpitSessions(ProcessEngine engine, Clock clock, AccessProperties access, OutsideLogins outside) {
        this.engine = engine;
        this.clock = clock;
        this.goesByRoles = access.roles();
        this.outside = outside;
    }

    /** @param until epoch milliseconds; asked again then */
    private record Known(WebUser user, long until) {}

    @Override
    public Optional<WebUser> user(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session == null) {
            return Optional.empty();
        }
        if (session.getAttribute(UNTIL) instanceof Long until && until <= clock.millis()) {
            session.invalidate();
            return Optional.empty();
        }
        Optional<String> name = name(AuthenticationUtil.getAuthsFromSession(session));
        Object known = session.getAttribute(KNOWN);
        long now = clock.millis();
        if (known instanceof Known fresh
                && fresh.until() > now
                && name.filter(fresh.user().id()::equals).isPresent()) {
            return Optional.of(fresh.user());
        }
        boolean elsewhere = session.getAttribute(UNTIL) != null;
        Optional<WebUser> user =
                name.filter(id -> !elsewhere || !isOfTheEngine(id)).flatMap(this::look);
        session.setAttribute(
                KNOWN, user.map(found -> new Known(found, now + FRESH_MILLIS)).orElse(null));
        return user;
    }

    /** Who is logged in, whether he still may anything or not. */
    Optional<String> name(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session == null ? Optional.empty() : name(AuthenticationUtil.getAuthsFromSession(session));
    }

    private Optional<String> name(@Nullable Authentications logins) {
        return logins == null
                ? Optional.empty()
                : Optional.ofNullable(logins.getAuthenticationForProcessEngine(engine.getName()))
                        .map(login -> login.getIdentityId());
    }

    /** Whoever an issuer has logged in must not become the account of that name which somebody makes here meanwhile. */
    private boolean isOfTheEngine(String id) {
        return engine.getIdentityService().createUserQuery().userIdIn(id).count() > 0;
    }

    private Optional<WebUser> look(String id) {
        if (engine.getIdentityService().createUserQuery().userId(id).count() == 0) {
            return Optional.empty();
        }
        UserAuthentication account = AuthenticationUtil.createAuthentication(engine, id);
        List<String> groups = account.getGroupIds();
        if (goesByRoles) {
            return Optional.of(user(Account.of(id, groups)));
        }
        Set<Right> rights = EnumSet.noneOf(Right.class);
        if (account.isAuthorizedForApp(COCKPIT) && may(id, groups, ProcessDefinitionPermissions.READ_INSTANCE)) {
            rights.add(Right.READ);
        }
        if (may(id, groups, ProcessDefinitionPermissions.CREATE_INSTANCE)) {
            rights.add(Right.SUBMIT);
        }
        if (may(id, groups, ProcessDefinitionPermissions.UPDATE_INSTANCE)) {
            rights.add(Right.OPERATE);
        }
        if (groups.contains(Role.ALL_ROLES)) {
            rights.addAll(EnumSet.allOf(Right.class));
        } else if (groups.contains(Role.MONITOR.group())) {
            rights.add(Right.MONITOR);
        }
        return Optional.of(new WebUser(new Account(id, Set.of()), rights));
    }

    private boolean may(String user, List<String> groups, Permission permission) {
        AuthorizationService authorizations = engine.getAuthorizationService();
        return authorizations.isUserAuthorized(user, groups, permission, Resources.PROCESS_DEFINITION, JOBS);
    }

    @Override
    public void begin(HttpServletRequest request, String userId) {
        AuthenticationUtil.revalidateSession(request, AuthenticationUtil.createAuthentication(engine, userId));
    }

    @Override
    public void begin(HttpServletRequest request, Account account, Duration longest) {
        long until = clock.millis() + longest.toMillis();
        outside.remember(account, until);
        begin(request, account.id());
        request.getSession().setAttribute(UNTIL, until);
    }

    @Override
    public WebUser user(Account account) {
        return new WebUser(account, RoleRights.of(account));
    }

    @Override
    public Optional<String> end(HttpServletRequest request) {
        Optional<String> user = name(request);
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
        return user;
    }
}
