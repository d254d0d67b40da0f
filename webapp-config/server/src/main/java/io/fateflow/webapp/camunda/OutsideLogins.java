package io.fateflow.webapp.camunda;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import io.fateflow.engine.plugin.OutsideAccounts;
import io.fateflow.engine.plugin.RememberedPasswords;
import io.fateflow.webapp.ldap.Directory;
import io.fateflow.webapp.ldap.LdapProperties;
import io.fateflow.webapp.oidc.OidcProperties;
import io.fateflow.webapp.role.Account;

/**
 * What is remembered of accounts that are not the engine's: those of a directory for as long as is configured, those of an issuer for
 * their session. A right password is
 * remembered as long, as a keyed digest that is worth nothing outside this process: workers log in with every call.
 */
@Component
final class OutsideLogins implements OutsideAccounts {

    private static final int MOST = 10_000;

    /** Between a look and the query that it was for. */
    private static final long BETWEEN_MILLIS = Duration.ofSeconds(10).toMillis();

    private final Optional<Directory> directory;
    private final Optional<String> issuer;
    private final long rememberedMillis;
    private final Clock clock;
    private final RememberedPasswords remembered = new RememberedPasswords();
    private final Map<String, Known> accounts = new Remembered<>();
    private final Map<String, Long> passwords = new Remembered<>();

    @Autowired
    OutsideLogins(ObjectProvider<Directory> directory, LdapProperties ldap, OidcProperties oidc, Clock clock) {
        this(
                Optional.ofNullable(directory.getIfAvailable()),
                Optional.of(oidc.accountPrefix())
                        .filter(prefix -> !oidc.issuer().isBlank()),
                ldap.remembered(),
                clock);
    }

    /**
     * Remembers nobody yet.
     *
     * @param issuer how the names of an issuer's accounts begin; empty if there is none
     * @param remembered how long an answer of the directory counts
     */
    OutsideLogins(Optional<Directory> directory, Optional<String> issuer, Duration remembered, Clock clock) {
        this.directory = directory;
        this.issuer = issuer;
        this.rememberedMillis = remembered.toMillis();
        this.clock = clock;
    }

    /** @param account empty if there is none of that name */
    private record Known(Optional<Account> account, long until) {}

    /** Those that are used least go first. */
    private static final class Remembered<T> extends LinkedHashMap<String, T> {

        private static final long serialVersionUID = 1;

        Remembered() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > MOST;
        }
    }

    /** Whether any account may come from elsewhere. */
    boolean isAny() {
        return directory.isPresent() || issuer.isPresent();
    }

    /**
     * Remembers an account that an issuer has logged in.
     *
     * @param until epoch milliseconds; then it is logged in no more
     */
    synchronized void remember(Account account, long until) {
        accounts.put(account.id(), new Known(Optional.of(account), until));
    }

    /** Of accounts of the issuer nobody is asked: it says who they are when they log in, and not before. */
    private Optional<Directory> directoryOf(String account) {
        return directory.filter(found -> issuer.filter(account::startsWith).isEmpty());
    }

    @Override
    public boolean isRight(String account, String password) {
        Optional<Directory> asked = directoryOf(account);
        if (asked.isEmpty()) {
            return false;
        }
        if (isRemembered(account, password)) {
            return true;
        }
        Optional<Account> found = asked.get().find(account, password);
        found.ifPresent(known -> remember(known, remembered.digest(account, password)));
        return found.isPresent();
    }

    @Override
    public boolean isRemembered(String account, String password) {
        return directoryOf(account).isPresent()
                && isFresh(passwords, remembered.digest(account, password))
                && known(account, 0).isPresent();
    }

    private synchronized void remember(Account account, String pair) {
        long until = clock.millis() + rememberedMillis;
        passwords.put(pair, until);
        accounts.put(account.id(), new Known(Optional.of(account), until));
    }

    private synchronized boolean isFresh(Map<String, Long> which, String key) {
        @Nullable Long until = which.get(key);
        return until != null && until > clock.millis();
    }

    @Override
    public void look(String account) {
        Optional<Directory> asked = directoryOf(account);
        if (asked.isPresent() && !isLooked(account)) {
            Known found = new Known(asked.get().find(account), clock.millis() + rememberedMillis);
            synchronized (this) {
                accounts.put(account, found);
            }
        }
    }

    private synchronized boolean isLooked(String account) {
        Known known = accounts.get(account);
        return known != null && known.until() > clock.millis();
    }

    @Override
    public Optional<Set<String>> groupsOf(String account) {
        return known(account, BETWEEN_MILLIS).map(Account::groups);
    }

    private synchronized Optional<Account> known(String account, long longer) {
        Known known = accounts.get(account);
        return known == null || known.until() + longer <= clock.millis() ? Optional.empty() : known.account();
    }
}
