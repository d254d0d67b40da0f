package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.role.Account;

/** Programs say who they are by HTTP Basic or a token, or, where FATE's clients call, by the signature of a key that is an account's. */
final class AccountIdentification implements Identification {

    private final BasicLogin login;
    private final Optional<ClientSignature> signature;
    private final Optional<BearerLogin> tokens;
    private final Function<String, Account> ofKeys;

    /**
     * Makes it.
     *
     * @param signature empty where there is no key
     * @param tokens empty where none are taken
     * @param ofKeys what an account is that has a key
     */
    AccountIdentification(
            Logins logins,
            Optional<ClientSignature> signature,
            Optional<BearerLogin> tokens,
            Function<String, Account> ofKeys) {
        this.login = new BasicLogin(logins);
        this.signature = signature;
        this.tokens = tokens;
        this.ofKeys = ofKeys;
    }

    /** Without signatures and tokens. */
    static AccountIdentification byLogin(Logins logins) {
        return new AccountIdentification(
                logins, Optional.empty(), Optional.empty(), account -> new Account(account, Set.of()));
    }

    @Override
    public Optional<Identified> of(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (signature.isPresent() && request.getHeader("SIGNATURE") != null) {
            return bySignature(signature.get(), request, response);
        }
        if (tokens.isPresent() && BearerLogin.isTried(request)) {
            return tokens.get().of(request, response).map(account -> new Identified(request, account));
        }
        String how = "an account with a role" + (signature.isPresent() ? ", or sign as FATE's clients do." : ".");
        Optional<BasicLogin.Login> found = login.of(request, response, how);
        found.ifPresent(known -> CallerProof.given(request));
        return found.map(known -> new Identified(request, Account.of(known.user(), known.groups())));
    }

    private Optional<Identified> bySignature(
            ClientSignature signed, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<HttpServletRequest> admitted = signed.admit(request, response);
        return admitted.map(readable -> new Identified(readable, ofKeys.apply(Claim.user(request))));
    }
}
