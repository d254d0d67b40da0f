package io.fateflow.webapp.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.security.AccessFilter.Rule;

/** The table of who may call what at a site that goes by roles: who calls is found out here, the rest {@link RoleRule} knows. */
final class RoleRules {

    /** Whoever may do something in the engine; what exactly, its authorizations say. */
    private static final Action[] IN_THE_ENGINE = {
        Action.ENGINE_READ, Action.ENGINE_RETRY, Action.PROCESS_START, Action.ACCOUNTS, Action.CONSENT_DECIDE
    };

    /** A script or style of a plugin of the engine's web apps; its data are elsewhere. */
    private static final Pattern PLUGIN_FILE =
            Pattern.compile("/camunda/api/(admin|cockpit|tasklist)/plugin/\\w+/static/app/plugin\\.(js|css)");

    private final Logins logins;
    private final WebSessions sessions;
    private final ClientKeys keys;
    private final Optional<ClientSignature> signature;
    private final Optional<BearerLogin> tokens;

    /**
     * Makes them.
     *
     * @param signature checks the keys; empty if there are none
     * @param tokens checks those of an issuer; empty if there is none
     */
    RoleRules(
            Logins logins,
            WebSessions sessions,
            ClientKeys keys,
            Optional<ClientSignature> signature,
            Optional<BearerTokens> tokens) {
        this.logins = logins;
        this.sessions = sessions;
        this.keys = keys;
        this.signature = signature;
        this.tokens = tokens.map(BearerLogin::new);
    }

    /**
     * The rules.
     *
     * @param federated whether other sites call; they prove who they are further on
     * @param sitePaths what they call
     */
    List<Rule> rules(boolean federated, Predicate<String> sitePaths) {
        AccessRule programs = RoleRule.ofCalls(
                new AccountIdentification(logins, signature, tokens, account -> keys.account(account, logins)));
        AccountIdentification login = AccountIdentification.byLogin(logins);
        AccessRule people = RoleRule.ofCalls(new SessionIdentification(sessions, tokens));
        List<Rule> rules = new ArrayList<>();
        // executors; the endpoint checks the task's token
        rules.add(new Rule("/v1/exchange", AccessRule.OPEN));
        rules.add(new Rule(sitePaths, federated ? AccessRule.OPEN : programs));
        rules.add(new Rule("/v1", programs));
        rules.addAll(ofCamunda());
        rules.add(new Rule(RoleRules::isProcessOfJob, inCamunda(Action.ENGINE_READ)));
        // the engine's own filter lets everybody list engines, so it is not enough
        rules.add(new Rule("/engine-rest", RoleRule.ofAny(login, IN_THE_ENGINE)));
        rules.add(new Rule("/actuator/health", AccessRule.OPEN));
        rules.add(new Rule("/actuator", RoleRule.ofAny(login, Action.MONITOR)));
        // whoever logs out needs no right to
        rules.add(new Rule("/board/api/logout", AccessRule.OPEN));
        rules.add(new Rule("/board/api/login", AccessRule.OPEN));
        if (tokens.isPresent()) {
            rules.add(new Rule(IssuerPaths.START, AccessRule.OPEN));
        }
        rules.add(new Rule("/board/api", people));
        rules.add(new Rule("/board/v1", people));
        return rules;
    }

    /** The web apps of the engine: their pages have nothing in them, and their login is their own. */
    private List<Rule> ofCamunda() {
        return List.of(
                new Rule("/camunda/api/admin/auth", AccessRule.OPEN),
                // the pages load them before anybody has logged in, and show nothing without them
                new Rule(path -> PLUGIN_FILE.matcher(path).matches(), asItIsWritten(inCamunda(IN_THE_ENGINE))),
                new Rule("/camunda/api/admin", inCamunda(Action.ACCOUNTS)),
                new Rule("/camunda/api/cockpit", inCamunda(Action.ENGINE_READ)),
                new Rule("/camunda/api/tasklist", inCamunda(Action.ENGINE_READ, Action.CONSENT_DECIDE)),
                new Rule("/camunda/api", inCamunda(IN_THE_ENGINE)),
                new Rule("/camunda", AccessRule.OPEN));
    }

    /** Open for whoever reads a file under its plain address: the engine's pages have a look at it of their own, as it is written. */
    private static AccessRule asItIsWritten(AccessRule otherwise) {
        return (request, response) -> {
            boolean isPlain = request.getMethod().equals("GET")
                    && AccessFilter.path(request).equals(request.getRequestURI());
            return (isPlain ? AccessRule.OPEN : otherwise).admit(request, response);
        };
    }

    /** The page of a job leads to its process, and so says which that is. */
    private static boolean isProcessOfJob(String path) {
        return path.startsWith("/job/") && path.endsWith("/process");
    }

    private AccessRule inCamunda(Action... actions) {
        return RoleRule.ofAny(new SessionIdentification(sessions, Optional.empty()), actions);
    }
}
