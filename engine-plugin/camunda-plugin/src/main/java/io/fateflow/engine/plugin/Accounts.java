package io.fateflow.engine.plugin;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.camunda.bpm.engine.identity.Group;
import org.camunda.bpm.engine.identity.GroupQuery;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.identity.UserQuery;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.identity.db.DbGroupQueryImpl;
import org.camunda.bpm.engine.impl.identity.db.DbIdentityServiceProvider;
import org.camunda.bpm.engine.impl.identity.db.DbUserQueryImpl;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandExecutor;
import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;

/**
 * The engine's accounts, but that wrong passwords delay by account and address, where the engine's own rule locks the account
 * for everybody, and at the tenth for ever. A name that is no account's takes as long as one that is. Accounts that are kept elsewhere
 * have the groups that are remembered of them.
 */
final class Accounts extends DbIdentityServiceProvider {

    private final LoginDelays delays;
    private final CurrentActor actor;
    private final OutsideAccounts outside;

    private Accounts(LoginDelays delays, CurrentActor actor, OutsideAccounts outside) {
        this.delays = delays;
        this.actor = actor;
        this.outside = outside;
    }

    static SessionFactory factory(LoginDelays delays, CurrentActor actor, OutsideAccounts outside) {
        return new SessionFactory() {
            @Override
            public Class<?> getSessionType() {
                return Accounts.class;
            }

            @Override
            public Session openSession() {
                return new Accounts(delays, actor, outside);
            }
        };
    }

    @Override
    public boolean checkPassword(@Nullable String userId, @Nullable String password) {
        if (userId == null || password == null) {
            return false;
        }
        String address = actor.get().orElse(Actor.SYSTEM).origin();
        if (!delays.begin(userId, address)) {
            return false;
        }
        @Nullable UserEntity user = findUserById(userId);
        boolean right = matches(password, user);
        if (right && user != null) {
            delays.succeeded(userId, address);
            unlockIfLocked(user);
        } else {
            delays.failed(userId, address);
        }
        return right;
    }

    /** An earlier version may have locked it. */
    private void unlockIfLocked(UserEntity user) {
        if (user.getAttempts() > 0) {
            unlockUser(user);
        }
    }

    private boolean matches(String password, @Nullable UserEntity user) {
        return user == null ? matchesNobodys(password) : matchPassword(password, user);
    }

    private static boolean matchesNobodys(String password) {
        ProcessEngineConfigurationImpl engine = Context.getProcessEngineConfiguration();
        Pbkdf2Passwords hashes = (Pbkdf2Passwords) engine.getPasswordEncryptor();
        return engine.getPasswordManager().check(password, "{" + Pbkdf2Passwords.NAME + "}" + hashes.nobodys());
    }

    /** So that it takes as long to be refused whether a name is an account's or not. */
    static void takeTheTimeOfAPassword(CommandExecutor commands, String password) {
        commands.execute(context -> matchesNobodys(password));
    }

    @Override
    public GroupQuery createGroupQuery() {
        return outside == OutsideAccounts.NONE
                ? super.createGroupQuery()
                : new MembersElsewhere.Groups(commands(), look(commands()));
    }

    @Override
    public UserQuery createUserQuery() {
        return outside == OutsideAccounts.NONE
                ? super.createUserQuery()
                : new MembersElsewhere.Users(commands(), look(commands()));
    }

    private static CommandExecutor commands() {
        return Context.getProcessEngineConfiguration().getCommandExecutorTxRequired();
    }

    private Consumer<String> look(CommandExecutor commands) {
        return id -> {
            if (!commands.execute(context -> isOfTheEngine(context, id))) {
                outside.look(id);
            }
        };
    }

    @Override
    public List<Group> findGroupByQueryCriteria(DbGroupQueryImpl query) {
        Optional<Set<String>> groups = groupsElsewhere(query.getUserId());
        return groups.isEmpty()
                ? super.findGroupByQueryCriteria(query)
                : MembersElsewhere.withoutMember(query, groups.get())
                        .map(super::findGroupByQueryCriteria)
                        .orElseGet(List::of);
    }

    @Override
    public long findGroupCountByQueryCriteria(DbGroupQueryImpl query) {
        Optional<Set<String>> groups = groupsElsewhere(query.getUserId());
        return groups.isEmpty()
                ? super.findGroupCountByQueryCriteria(query)
                : MembersElsewhere.withoutMember(query, groups.get())
                        .map(super::findGroupCountByQueryCriteria)
                        .orElse(0L);
    }

    @Override
    public List<User> findUserByQueryCriteria(DbUserQueryImpl query) {
        List<User> found = super.findUserByQueryCriteria(query);
        return found.isEmpty() && isElsewhere(query) ? List.of(new UserEntity(query.getId())) : found;
    }

    @Override
    public long findUserCountByQueryCriteria(DbUserQueryImpl query) {
        long found = super.findUserCountByQueryCriteria(query);
        return found == 0 && isElsewhere(query) ? 1 : found;
    }

    /** Others learn nothing here of who is known; whether somebody may know it, the engine can't say of what is not its own. */
    private boolean isElsewhere(DbUserQueryImpl query) {
        @Nullable String asking = Context.getCommandContext().getAuthenticatedUserId();
        return MembersElsewhere.isOnlyById(query)
                && (asking == null || asking.equals(query.getId()))
                && groupsElsewhere(query.getId()).isPresent();
    }

    private Optional<Set<String>> groupsElsewhere(@Nullable String id) {
        return id == null || outside == OutsideAccounts.NONE || isOfTheEngine(Context.getCommandContext(), id)
                ? Optional.empty()
                : outside.groupsOf(id);
    }

    /** Whatever whoever asks may see. */
    static boolean isOfTheEngine(CommandContext context, String id) {
        return context.getDbEntityManager().selectById(UserEntity.class, id) != null;
    }
}
