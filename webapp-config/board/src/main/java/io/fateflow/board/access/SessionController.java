package io.fateflow.board.access;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.answer.BoardException;
import io.fateflow.webapp.ProductVersion;
import io.fateflow.webapp.security.AccessLog;
import io.fateflow.webapp.security.BoardUser;
import io.fateflow.webapp.security.IssuerPaths;
import io.fateflow.webapp.security.Logins;
import io.fateflow.webapp.security.WebSessions;
import io.fateflow.webapp.security.WebUser;

/** Logs in and out, and says who is. */
@RestController
class SessionController {

    private final Logins logins;
    private final WebSessions sessions;
    private final LoginTicket ticket;
    private final AccessLog log;
    private final Environment environment;

    SessionController(Logins logins, WebSessions sessions, LoginTicket ticket, AccessLog log, Environment environment) {
        this.logins = logins;
        this.sessions = sessions;
        this.ticket = ticket;
        this.log = log;
        this.environment = environment;
    }

    /** A name with its password, or a link's ticket. */
    record Login(String user, String password, String ticket) {

        Login {
            user = user == null ? "" : user;
            password = password == null ? "" : password;
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
        Duration wait = logins.wait(login.user(), request.getRemoteAddr());
        if (!wait.isZero()) {
            throw new BoardException(
                    429,
                    "FFB-5409",
                    "Too many wrong passwords came for this account from this address.",
                    "Try again in " + (wait.toSeconds() + 1) + " seconds.");
        }
        if (logins.groupsOf(login.user(), login.password()).isEmpty()) {
            log.refused(login.user(), request.getRemoteAddr(), "POST /board/api/login", "FFB-5403 wrong login");
            throw new BoardException(
                    401, "FFB-5403", "The account or the password is wrong.", "An administrator gives a new password.");
        }
        return login.user();
    }

    private String byTicket(Login login) {
        return ticket.take(login.ticket())
                .orElseThrow(() -> new BoardException(
                        401,
                        "FFB-5408",
                        "This link has logged somebody in already, or is too old.",
                        "Log in with the account and the password that the program has printed."));
    }

    @PostMapping("/board/api/logout")
    void logout(HttpServletRequest request) {
        sessions.end(request).ifPresent(user -> log.loggedOut(user, request.getRemoteAddr()));
    }

    /** Who is logged in, what he may, and where he is. */
    @GetMapping("/board/api/session")
    Map<String, Object> session(HttpServletRequest request) {
        WebUser user = BoardUser.of(request);
        return Map.of(
                "user", user.id(),
                "rights", user.rights(),
                "version", ProductVersion.current(),
                "federated", environment.getProperty("fate.federation.enabled", Boolean.class, false),
                "party", environment.getProperty("fate.federation.party-id", ""));
    }
}
