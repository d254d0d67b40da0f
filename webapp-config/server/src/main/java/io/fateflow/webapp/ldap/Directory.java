package io.fateflow.webapp.ldap;

import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.ldap.NamingException;
import org.springframework.ldap.core.DirContextOperations;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.ldap.SpringSecurityLdapTemplate;
import org.springframework.security.ldap.authentication.BindAuthenticator;
import org.springframework.security.ldap.search.FilterBasedLdapUserSearch;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.AccountName;
import io.fateflow.webapp.security.AccountsAwayException;

/**
 * Asks the directory. It answers within so much time, or it is away: then nobody asks it again for some seconds, so that those who wait for
 * it do not take the threads of those who don't.
 */
public final class Directory {

    static final String GROUP_NAME = "cn";

    private static final Logger LOG = LoggerFactory.getLogger(Directory.class);
    private static final Duration LEFT_ALONE = Duration.ofSeconds(AccountsAwayException.RETRY_AFTER_SECONDS);
    private static final int AT_ONCE = 16;

    private final LdapProperties ldap;
    private final FilterBasedLdapUserSearch search;
    private final BindAuthenticator binds;
    private final SpringSecurityLdapTemplate template;
    private final GroupRoles roles;
    private final Clock clock;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final AtomicLong awayUntil = new AtomicLong();

    /** @throws IllegalArgumentException if a setting is none that a directory could be asked with */
    public Directory(LdapProperties ldap, Clock clock) {
        this.ldap = ldap;
        this.clock = clock;
        this.roles = new GroupRoles(ldap.roles());
        DirectoryConnections connections = DirectoryConnections.of(ldap);
        search = new FilterBasedLdapUserSearch(ldap.userBase(), ldap.userFilter(), connections);
        search.setSearchSubtree(true);
        search.setSearchTimeLimit(Math.toIntExact(ldap.answerTimeout().toMillis()));
        search.setReturningAttributes(new String[] {ldap.accountAttribute()});
        binds = new BindAuthenticator(connections);
        binds.setUserSearch(search);
        template = new SpringSecurityLdapTemplate(connections);
        template.setIgnorePartialResultException(true);
    }

    /**
     * An account with the roles of its groups, whoever asks for it.
     *
     * @return empty if there is none of exactly this name
     * @throws AccountsAwayException FFB-5016 or FFB-5017
     */
    public Optional<Account> find(String name) {
        return AccountName.isOne(name) ? asking(() -> account(name, search.searchForUser(name))) : Optional.empty();
    }

    /**
     * An account, if that is its password.
     *
     * @return empty if there is none of exactly this name, or the password is wrong or empty
     * @throws AccountsAwayException FFB-5016 or FFB-5017
     */
    public Optional<Account> find(String name, String password) {
        // a bind without a password is a bind of nobody, and succeeds
        return AccountName.isOne(name) && !password.isEmpty()
                ? asking(() -> account(
                        name, binds.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(name, password))))
                : Optional.empty();
    }

    /** Directories find {@code Alice}, {@code alice} and {@code " alice"} alike; here these would be three accounts of one person. */
    private Optional<Account> account(String name, DirContextOperations entry) {
        if (!name.equals(entry.getStringAttribute(ldap.accountAttribute()))) {
            return Optional.empty();
        }
        var groups = template.searchForMultipleAttributeValues(
                ldap.groupBase(), ldap.groupFilter(), new String[] {entry.getNameInNamespace(), name}, new String[] {
                    GROUP_NAME
                });
        return Optional.of(Account.of(name, roles.of(groups, SpringSecurityLdapTemplate.DN_KEY)));
    }

    private Optional<Account> asking(Supplier<Optional<Account>> question) {
        if (clock.millis() < awayUntil.get() || !room.tryAcquire()) {
            throw away(null);
        }
        try {
            return question.get();
        } catch (AuthenticationException e) {
            // none of that name, or a wrong password
            return Optional.empty();
        } catch (IncorrectResultSizeDataAccessException e) {
            LOG.warn(
                    "FFB-5018 Several entries of the directory fit one name: none of them logs in. Have user-filter find one");
            return Optional.empty();
        } catch (org.springframework.ldap.AuthenticationException e) {
            // a directory may lock the account of whoever tries again and again
            awayUntil.set(clock.millis() + LEFT_ALONE.toMillis());
            LOG.error("FFB-5017 The directory refuses the account fate.access.ldap.bind-dn", e);
            throw new AccountsAwayException(
                    "FFB-5017",
                    "The directory of accounts does not let this server look anybody up. An operator sees to the account and the"
                            + " password file of fate.access.ldap.",
                    e);
        } catch (NamingException | UncheckedIOException e) {
            awayUntil.set(clock.millis() + LEFT_ALONE.toMillis());
            LOG.error("FFB-5016 The directory {} can't be asked", ldap.url(), e);
            throw away(e);
        } finally {
            room.release();
        }
    }

    private static AccountsAwayException away(@Nullable Throwable cause) {
        return new AccountsAwayException(
                "FFB-5016",
                "The directory of accounts does not answer now, so nobody of it can log in; accounts of this server can. Try again in "
                        + AccountsAwayException.RETRY_AFTER_SECONDS
                        + " seconds; if it lasts, an operator looks at the server's log.",
                cause);
    }
}
