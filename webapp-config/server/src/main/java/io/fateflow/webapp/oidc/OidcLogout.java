package io.fateflow.webapp.oidc;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

import io.fateflow.webapp.security.AccountsAwayException;
import io.fateflow.webapp.security.IssuerLogout;
import io.fateflow.webapp.security.IssuerPaths;

/**
 * Logs out at the issuer as OpenID Connect has it (RP-Initiated Logout): the browser goes there with the token that the issuer has
 * logged in with, and comes back. The token stays in the session for that, in this server's memory.
 */
final class OidcLogout implements IssuerLogout {

    private static final Logger LOG = LoggerFactory.getLogger(OidcLogout.class);
    private static final String LOGIN = OidcLogout.class.getName();

    private final Issuer issuer;
    private final OidcProperties oidc;

    OidcLogout(Issuer issuer, OidcProperties oidc) {
        this.issuer = issuer;
        this.oidc = oidc;
    }

    /** Sessions are kept as files over a restart of the server: what can't be written is not in these. */
    private record Begun(OAuth2AuthenticationToken login) {}

    /** Somebody has just been logged in. */
    void remember(HttpServletRequest request, OidcUser user) {
        if (oidc.logout()) {
            request.getSession()
                    .setAttribute(
                            LOGIN,
                            new Begun(new OAuth2AuthenticationToken(
                                    user,
                                    List.of(),
                                    issuer.endpoints().registration().getRegistrationId())));
        }
    }

    @Override
    public Optional<String> address(HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession(false);
        return session != null && session.getAttribute(LOGIN) instanceof Begun begun
                ? address(request, response, begun.login())
                : Optional.empty();
    }

    private Optional<String> address(
            HttpServletRequest request, HttpServletResponse response, OAuth2AuthenticationToken login) {
        AtomicReference<String> address = new AtomicReference<>("");
        try {
            OidcClientInitiatedLogoutSuccessHandler handler = new OidcClientInitiatedLogoutSuccessHandler(
                    new InMemoryClientRegistrationRepository(issuer.endpoints().registration()));
            handler.setPostLogoutRedirectUri(
                    (oidc.publicUrl().isEmpty() ? "{baseUrl}" : oidc.publicUrl()) + IssuerPaths.OUT);
            // a page's call can't be sent on to another site: the page goes there
            handler.setRedirectStrategy((asked, answered, to) -> address.set(to));
            handler.onLogoutSuccess(request, response, login);
        } catch (AccountsAwayException e) {
            LOG.warn("{} Nobody is logged out at the issuer meanwhile", e.words());
        } catch (IOException | ServletException e) {
            throw new IllegalStateException("the strategy of this class writes nothing", e);
        }
        // without an end_session_endpoint it is a path of this server
        return Optional.ofNullable(address.get()).filter(to -> to.startsWith("http"));
    }
}
