package io.fateflow.webapp.security;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

import io.fateflow.webapp.home.OwnAddress;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccessFilter.Rule;

import static io.fateflow.webapp.role.Role.ALL_ROLES;

/** The table of who may call what. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    /** What other sites call, besides the routes of the protocol that is set up. */
    private static final List<String> SITES = List.of("/v1/party/", "/v1/initiator/", "/v1/channel/");

    /** Of people: nothing in them is anybody's. */
    private static final List<Rule> PAGES = List.of(
            // the root sends a browser on to the web apps
            new Rule("/", AccessRule.OPEN),
            new Rule("/favicon.ico", AccessRule.OPEN),
            // as does the page of a job
            new Rule("/job", AccessRule.OPEN),
            // pages, scripts and styles have nothing in them
            new Rule("/board", AccessRule.OPEN),
            new Rule("/jobs", AccessRule.OPEN),
            new Rule(BoardPages::covers, AccessRule.OPEN));

    @Bean
    static OpenAccessCheck openDoor(Environment environment) {
        return new OpenAccessCheck(environment);
    }

    @Bean
    FilterRegistrationBean<AccessFilter> accessFilter(
            Logins logins,
            WebSessions sessions,
            AccessLog log,
            AccessProperties access,
            AuthenticationProperties authentication,
            ObjectProvider<SitePaths> routes,
            ObjectProvider<BearerTokens> tokens,
            CallLimit limit,
            UploadLimit uploads,
            Clock clock,
            OwnAddress address,
            Environment environment) {
        ClientKeys keys = access.roles()
                ? ClientKeys.ofAccounts(access, authentication.client())
                : ClientKeys.one(authentication.client());
        Optional<ClientSignature> signature = authentication.client().enabled() || (access.roles() && !keys.isEmpty())
                ? Optional.of(new ClientSignature(keys, access.maxBody().toBytes(), clock))
                : Optional.empty();
        boolean federated = environment.getProperty("fate.federation.enabled", Boolean.class, false);
        SitePaths protocol = routes.getIfAvailable(() -> SitePaths.NONE);
        Predicate<String> sitePaths =
                path -> protocol.contains(path) || SITES.stream().anyMatch(path::startsWith);
        List<Rule> rules = new ArrayList<>(
                access.roles()
                        ? new RoleRules(logins, sessions, keys, signature, Optional.ofNullable(tokens.getIfAvailable()))
                                .rules(federated, sitePaths)
                        : withoutRoles(logins, sessions, signature, federated, sitePaths));
        rules.addAll(PAGES);
        AccessFilter filter = new AccessFilter(
                webPages(access, address, environment, signature.isPresent(), federated ? sitePaths : path -> false),
                rules,
                log,
                new BodyGuard(
                        access.bodies(environment.getProperty("server.tomcat.threads.max", Integer.class, 200)),
                        BodyGuard.memory(Runtime.getRuntime().maxMemory()),
                        System::nanoTime),
                spool(environment),
                limit,
                uploads);
        FilterRegistrationBean<AccessFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** Whoever reaches FATE Flow's API, or has its key, may use it; what is more than that is for groups of accounts. */
    private static List<Rule> withoutRoles(
            Logins logins,
            WebSessions sessions,
            Optional<ClientSignature> signature,
            boolean federated,
            Predicate<String> sitePaths) {
        // without signatures the server listens on loopback only, or does not start
        AccessRule fateClients = signature.<AccessRule>map(it -> it).orElse(AccessRule.OPEN);
        AccessRule sites = federated ? AccessRule.OPEN : fateClients;
        AccessRule monitoring = new LoginRule(logins, Role.MONITOR.group(), ALL_ROLES);
        AccessRule administrators = new LoginRule(logins, ALL_ROLES);
        return List.of(
                // workers on other machines
                new Rule("/v1/worker", new LoginRule(logins, Role.WORKER.group(), ALL_ROLES)),
                // it shows the inside of the whole site, and its repairs change it
                new Rule("/v1/doctor/repair", administrators),
                new Rule("/v1/doctor", monitoring),
                // executors; the endpoint checks the task's token
                new Rule("/v1/exchange", AccessRule.OPEN),
                // other sites; the dispatcher checks signature and certificate
                new Rule(sitePaths, sites),
                // what a node has is whoever's who may say what runs there
                new Rule(path -> path.startsWith("/v1/node/") && path.endsWith("/resources"), administrators),
                // what a queue may hold, and who comes first, is said by who has to answer for it
                new Rule(path -> path.startsWith("/v1/queue/"), administrators),
                new Rule("/v1/job/front", administrators),
                // who may have the site's data
                new Rule("/v1/consent/decide", administrators),
                new Rule("/v1/consent/withdraw", administrators),
                // it has this server call somebody
                new Rule("/v1/notification", administrators),
                // it has a login, and has executors of this site call somebody
                new Rule("/v1/table/connector/create", administrators),
                // whose key is here can speak for a party
                new Rule("/v1/key/public", administrators),
                new Rule("/v1/key/save", administrators),
                new Rule("/v1/key/delete", administrators),
                // whoever takes it off lets a password do again
                new Rule("/v1/account/second_factor", administrators),
                new Rule("/v1", fateClients),
                // the web apps have a login page of their own
                new Rule("/camunda", AccessRule.OPEN),
                // the engine's own filter lets everybody list engines, so it is not enough
                new Rule("/engine-rest", new LoginRule(logins)),
                new Rule("/actuator/health", AccessRule.OPEN),
                new Rule("/actuator", monitoring),
                // whoever logs in has no session yet; wrong passwords are slowed down where they are looked at
                new Rule("/board/api/login", AccessRule.OPEN),
                new Rule("/board/api", new SessionRule(sessions)),
                new Rule("/board/v1", new SessionRule(sessions)));
    }

    private static Spool spool(Environment environment) {
        return new Spool(
                Path.of(environment.getRequiredProperty("spring.servlet.multipart.location")),
                environment.getProperty("fate.exchange.keep-free", DataSize.class, DataSize.ofGigabytes(1)));
    }

    private static WebPages webPages(
            AccessProperties access,
            OwnAddress address,
            Environment environment,
            boolean clientsSign,
            Predicate<String> sitePaths) {
        boolean onLoopback = address.isLoopback();
        Set<String> others = new HashSet<>(access.hostNames());
        others.add(address.here(0).getHost());
        String node = environment.getProperty("fate.node.url", "");
        if (!node.isEmpty()) {
            others.add(String.valueOf(URI.create(node).getHost()));
        }
        return new WebPages(
                new HostNames(others),
                onLoopback || !access.hostNames().isEmpty(),
                clientsSign,
                onLoopback ? path -> false : sitePaths);
    }
}
