package io.fateflow.webapp.oidc;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.security.AccessLog;
import io.fateflow.webapp.security.AccountsAwayException;
import io.fateflow.webapp.security.BearerTokens.BadTokenException;
import io.fateflow.webapp.security.IssuerPaths;
import io.fateflow.webapp.security.WebSessions;

/** Takes a browser to the issuer, and logs in whom it brings back. */
@RestController
@ConditionalOnProperty("fate.access.oidc.issuer")
final class OidcController {

    private final Issuer issuer;
    private final OidcProperties oidc;
    private final StartedLogins started;
    private final WebSessions sessions;
    private final OidcLogout logout;
    private final AccessLog log;

    OidcController(
            Issuer issuer, OidcProperties oidc, WebSessions sessions, OidcLogout logout, AccessLog log, Clock clock) {
        this.issuer = issuer;
        this.oidc = oidc;
        this.started = new StartedLogins(clock);
        this.sessions = sessions;
        this.logout = logout;
        this.log = log;
    }

    @GetMapping(IssuerPaths.START)
    ResponseEntity<Void> start(HttpServletRequest request, HttpServletResponse response) {
        Endpoints endpoints = issuer.endpoints();
        OAuth2AuthorizationRequest begun =
                endpoints.starts().resolve(request, endpoints.registration().getRegistrationId());
        started.add(begun, request, response);
        return ResponseEntity.status(HttpServletResponse.SC_FOUND)
                .location(URI.create(begun.getAuthorizationRequestUri()))
                .build();
    }

    /** What the issuer says is in the address: who brings it back must have been sent there by this server, just now. */
    @GetMapping(IssuerPaths.END)
    void end(
            @RequestParam(defaultValue = "") String state,
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String error,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Optional<OAuth2AuthorizationRequest> begun = started.take(state, request, response);
        if (begun.isEmpty()) {
            refuse(
                    request,
                    response,
                    "FFB-5021",
                    "This log-in was not begun in this browser, is too old, or was used already.");
            return;
        }
        if (code.isEmpty() || !error.isEmpty()) {
            refuse(request, response, "FFB-5022", "The issuer has logged nobody in.");
            return;
        }
        try {
            OidcUser user = user(begun.get(), code, state);
            Account account = issuer.account(user.getIdToken().getClaims());
            sessions.begin(request, account, oidc.session());
            logout.remember(request, user);
            log.loggedIn(account.id(), "oidc", request.getRemoteAddr());
            LoginPage.goOn(response);
        } catch (OAuth2AuthenticationException e) {
            refuse(
                    request,
                    response,
                    "FFB-5022",
                    "What the issuer says does not hold (" + e.getError().getErrorCode() + ").");
        } catch (BadTokenException e) {
            refuse(request, response, "FFB-5022", "The issuer has logged somebody in, but " + e.getMessage() + ".");
        }
    }

    /** Where the issuer sends a browser that it has logged out. */
    @GetMapping(IssuerPaths.OUT)
    void out(HttpServletResponse response) throws IOException {
        LoginPage.loggedOut(response);
    }

    private OidcUser user(OAuth2AuthorizationRequest begun, String code, String state) {
        OAuth2AuthorizationResponse answer = OAuth2AuthorizationResponse.success(code)
                .redirectUri(begun.getRedirectUri())
                .state(state)
                .build();
        Endpoints endpoints = issuer.endpoints();
        try {
            var done = endpoints
                    .ends()
                    .authenticate(new OAuth2LoginAuthenticationToken(
                            endpoints.registration(), new OAuth2AuthorizationExchange(begun, answer)));
            if (done != null && done.getPrincipal() instanceof OidcUser user) {
                return user;
            }
            throw new BadTokenException("it has not said whom");
        } catch (AuthenticationException e) {
            throw isAway(e) ? issuer.fails(e) : e;
        }
    }

    private static boolean isAway(Throwable failure) {
        @Nullable Throwable cause = failure;
        while (cause != null) {
            if (cause instanceof IOException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, String id, String why)
            throws IOException {
        log.refused("anonymous", request.getRemoteAddr(), "GET " + IssuerPaths.END, id + " " + why);
        LoginPage.refuse(response, HttpServletResponse.SC_UNAUTHORIZED, id + " " + why);
    }

    @ExceptionHandler
    void away(AccountsAwayException e, HttpServletResponse response) throws IOException {
        LoginPage.refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, e.words());
    }
}
