package io.fateflow.engine.plugin;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.camunda.bpm.engine.identity.Group;
import org.camunda.bpm.engine.identity.GroupQuery;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.identity.UserQuery;
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

/** The engine's accounts, and those that are kept elsewhere, with the groups that are remembered of them. */
final class Accounts extends DbIdentityServiceProvider {

    private final OutsideAccounts outside;

    private Accounts(OutsideAccounts outside) {
        this.outside = outside;
    }

    static SessionFactory factory(OutsideAccounts outside) {
        return new SessionFactory() {
            @Override
            public Class<?> getSessionType() {
                return Accounts.class;
            }

            @Override
            public Session openSession() {
                return new Accounts(outside);
            }
        };
    }

    /** Nobody's: {@link Identities} compares passwords, without a transaction. */
    @Override
    public boolean checkPassword(@Nullable String userId, @Nullable String password) {
        return false;
    }

    /** Takes back what an earlier version, which counted wrong passwords in the account, may have done. */
    static @Nullable Void unlock(CommandContext context, String id) {
        Accounts accounts = (Accounts) context.getReadOnlyIdentityProvider();
        accounts.unlockUser(accounts.findUserById(id));
        return null;
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
