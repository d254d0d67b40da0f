package io.fateflow.webapp.oidc;

import java.io.IOException;
import java.nio.file.Files;
import java.text.ParseException;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import com.nimbusds.jwt.JWTParser;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidationException;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.security.AccountsAwayException;
import io.fateflow.webapp.security.BearerTokens;
import io.fateflow.webapp.security.Logins;

/**
 * The issuer, asked for what it has when somebody needs it first: a server starts without it. While it does not answer it is left alone for
 * some seconds, and nobody waits for it in crowds.
 */
final class Issuer implements BearerTokens {

    private static final Logger LOG = LoggerFactory.getLogger(Issuer.class);
    private static final long LEFT_ALONE_MILLIS = AccountsAwayException.RETRY_AFTER_SECONDS * 1000L;
    private static final int LONGEST_TOKEN = 16_384;

    private final OidcProperties oidc;
    private final ClaimRoles claims;
    private final Logins logins;
    private final Clock clock;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Endpoints known;
    private volatile long awayUntil;

    Issuer(OidcProperties oidc, Logins logins, Clock clock) {
        this.oidc = oidc;
        this.claims = new ClaimRoles(oidc);
        this.logins = logins;
        this.clock = clock;
    }

    /**
     * Where it has what.
     *
     * @throws AccountsAwayException FFB-5020
     */
    Endpoints endpoints() {
        Endpoints found = known;
        if (found != null) {
            return found;
        }
        if (clock.millis() < awayUntil || !mayAsk()) {
            throw away(null);
        }
        try {
            Endpoints meanwhile = known;
            return meanwhile == null ? discover() : meanwhile;
        } finally {
            asking.unlock();
        }
    }

    private Endpoints discover() {
        if (clock.millis() < awayUntil) {
            throw away(null);
        }
        try {
            Endpoints found = Endpoints.discover(oidc, secret(), clock);
            known = found;
            return found;
        } catch (IOException | RuntimeException e) {
            throw fails(e);
        }
    }

    /** One asks, and those who come meanwhile wait for what he hears. */
    private boolean mayAsk() {
        try {
            return asking.tryLock(oidc.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String secret() throws IOException {
        return oidc.clientSecretFile() == null
                ? ""
                : Files.readString(oidc.clientSecretFile()).strip();
    }

    /** Whoever has found that it does not answer: it is left alone for a while. */
    AccountsAwayException fails(Throwable cause) {
        awayUntil = clock.millis() + LEFT_ALONE_MILLIS;
        LOG.error("FFB-5020 The issuer {} can't be asked", oidc.issuer(), cause);
        return away(cause);
    }

    private static AccountsAwayException away(@Nullable Throwable cause) {
        return new AccountsAwayException(
                "FFB-5020",
                "The issuer of log-ins does not answer now, so nobody can log in by it; accounts of this server can. Try again in "
                        + AccountsAwayException.RETRY_AFTER_SECONDS
                        + " seconds; if it lasts, an operator looks at the server's log.",
                cause);
    }

    /**
     * An account of what the issuer has signed.
     *
     * @throws BadTokenException if it names nobody, or an account of this server
     */
    Account account(Map<String, Object> said) {
        Account account = claims.account(said);
        if (logins.isOfThisServer(account.id())) {
            throw new BadTokenException("it names " + account.id() + ", which is an account of this server's own");
        }
        return account;
    }

    @Override
    public Account account(String token) {
        if (oidc.audience().isEmpty()) {
            throw new BadTokenException("this server takes none");
        }
        if (token.length() > LONGEST_TOKEN) {
            throw new BadTokenException("it is longer than any");
        }
        demandForm(token);
        Endpoints endpoints = endpoints();
        try {
            return account(endpoints.tokens().decode(token).getClaims());
        } catch (JwtValidationException e) {
            throw new BadTokenException(WhyNot.of(e));
        } catch (BadJwtException e) {
            throw new BadTokenException("its signature is not the issuer's");
        } catch (JwtException e) {
            throw fails(e);
        }
    }

    /** What is no token at all calls nobody. */
    private static void demandForm(String token) {
        try {
            JWTParser.parse(token);
        } catch (ParseException e) {
            throw new BadTokenException("it is no token");
        }
    }
}
