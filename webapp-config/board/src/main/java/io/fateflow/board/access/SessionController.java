package io.fateflow.board.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.answer.BoardException;
import io.fateflow.engine.account.SecondFactors;
import io.fateflow.webapp.ProductVersion;
import io.fateflow.webapp.security.AccessLog;
import io.fateflow.webapp.security.BoardUser;
import io.fateflow.webapp.security.IssuerLogout;
import io.fateflow.webapp.security.IssuerPaths;
import io.fateflow.webapp.security.WebSessions;
import io.fateflow.webapp.security.WebUser;

/** Logs in and out, and says who is. */
@RestController
class SessionController {

    private final Passwords passwords;
    private final SecondFactors factors;
    private final WebSessions sessions;
    private final LoginTicket ticket;
    private final ObjectProvider<IssuerLogout> issuer;
    private final AccessLog log;
    private final Environment environment;

    SessionController(
            Passwords passwords,
            SecondFactors factors,
            WebSessions sessions,
            LoginTicket ticket,
            ObjectProvider<IssuerLogout> issuer,
            AccessLog log,
            Environment environment) {
        this.passwords = passwords;
        this.factors = factors;
        this.sessions = sessions;
        this.ticket = ticket;
        this.issuer = issuer;
        this.log = log;
        this.environment = environment;
    }

    /** A name with its password, and the code of its second factor if it has one; or a link's ticket. */
    record Login(String user, String password, String code, String ticket) {

        Login {
            user = user == null ? "" : user;
            password = password == null ? "" : password;
            code = code == null ? "" : code;
            ticket = ticket == null ? "" : ticket;
        }
    }

    /** Where else one logs in: by whose name, and where it begins. */
    record Way(String name, String path) {}

    @GetMapping("/board/api/login")
    Map<String, List<Way>> ways() {
        boolean issuer = !environment.getProperty("fate.access.oidc.issuer", "").isBlank();
        String name = environment.getProperty("fate.access.oidc.name", "single sign-on");
        return Map.of("ways", issuer ? List.of(new Way(name, IssuerPaths.START)) : List.of());
    }

    @PostMapping("/board/api/login")
    Map<String, String> login(@RequestBody Login login, HttpServletRequest request) {
        String user = login.ticket().isEmpty() ? byPassword(login, request) : byTicket(login);
        sessions.begin(request, user);
        log.loggedIn(user, login.ticket().isEmpty() ? "board" : "link", request.getRemoteAddr());
        return Map.of("user", user);
    }

    private String byPassword(Login login, HttpServletRequest request) {
        passwords.demand(login.user(), login.password(), login.code(), request);
        return login.user();
    }

    private String byTicket(Login login) {
        return ticket.take(login.ticket())
                // with a second factor it is asked for at each log-in
                .filter(user -> factors.of(user).isEmpty())
                .orElseThrow(() -> new BoardException(
                        401,
                        "FFB-5408",
                        "This link has logged somebody in already, or is too old.",
                        "Log in with the account and the password that the program has printed."));
    }

    /** Here at once; {@code next} is where the browser goes to log out at the issuer, too. */
    @PostMapping("/board/api/logout")
    Map<String, String> logout(HttpServletRequest request, HttpServletResponse response) {
        Optional<String> next =
                Optional.ofNullable(issuer.getIfAvailable()).flatMap(there -> there.address(request, response));
        sessions.end(request).ifPresent(user -> log.loggedOut(user, request.getRemoteAddr()));
        return next.map(address -> Map.of("next", address)).orElse(Map.of());
    }

    /** Who is logged in, what he may, and where he is. */
    @GetMapping("/board/api/session")
    Map<String, Object> session(HttpServletRequest request) {
        WebUser user = BoardUser.of(request);
        return Map.of(
                "secondFactor", factors.of(user.id()).map(List::of).orElse(List.of()),
                "user", user.id(),
                "rights", user.rights(),
                "projects", user.account().projects().keySet().stream().sorted().toList(),
                "version", ProductVersion.current(),
                "federated", environment.getProperty("fate.federation.enabled", Boolean.class, false),
                "party", environment.getProperty("fate.federation.party-id", ""));
    }
}
