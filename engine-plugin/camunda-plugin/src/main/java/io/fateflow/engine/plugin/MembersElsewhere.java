package io.fateflow.engine.plugin;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.camunda.bpm.engine.identity.GroupQuery;
import org.camunda.bpm.engine.identity.UserQuery;
import org.camunda.bpm.engine.impl.identity.db.DbGroupQueryImpl;
import org.camunda.bpm.engine.impl.identity.db.DbUserQueryImpl;
import org.camunda.bpm.engine.impl.interceptor.CommandExecutor;

/** Queries for the groups of accounts that are kept elsewhere, and for these: they have somebody look before they run. */
final class MembersElsewhere {

    private MembersElsewhere() {}

    /** Looks when it is told whose groups are wanted: there is no transaction yet. */
    static final class Groups extends DbGroupQueryImpl {

        private static final long serialVersionUID = 1;

        private final transient Consumer<String> look;

        Groups(CommandExecutor executor, Consumer<String> look) {
            super(executor);
            this.look = look;
        }

        @Override
        public GroupQuery groupMember(String userId) {
            look.accept(userId);
            return super.groupMember(userId);
        }
    }

    /** Looks when it is told which account is wanted: there is no transaction yet. */
    static final class Users extends DbUserQueryImpl {

        private static final long serialVersionUID = 1;

        private final transient Consumer<String> look;

        Users(CommandExecutor executor, Consumer<String> look) {
            super(executor);
            this.look = look;
        }

        @Override
        public UserQuery userId(String id) {
            look.accept(id);
            return super.userId(id);
        }
    }

    /** The same query for the groups themselves, without the member; empty if it can find none. */
    static Optional<DbGroupQueryImpl> withoutMember(DbGroupQueryImpl query, Set<String> groups) {
        Set<String> wanted = new LinkedHashSet<>(groups);
        if (query.getId() != null) {
            wanted.retainAll(Set.of(query.getId()));
        }
        if (query.getIds() != null) {
            wanted.retainAll(List.of(query.getIds()));
        }
        if (wanted.isEmpty() || query.getTenantId() != null) {
            return Optional.empty();
        }
        DbGroupQueryImpl same = new DbGroupQueryImpl();
        same.groupIdIn(wanted.toArray(String[]::new));
        Optional.ofNullable(query.getName()).ifPresent(same::groupName);
        Optional.ofNullable(query.getNameLike()).ifPresent(same::groupNameLike);
        Optional.ofNullable(query.getType()).ifPresent(same::groupType);
        same.setOrderingProperties(
                query.getOrderingProperties() == null ? Collections.emptyList() : query.getOrderingProperties());
        same.setFirstResult(query.getFirstResult());
        same.setMaxResults(query.getMaxResults());
        return Optional.of(same);
    }

    /** Whether a query asks for one account by its id, and for nothing else of it. */
    static boolean isOnlyById(DbUserQueryImpl query) {
        return query.getId() != null
                && Stream.of(
                                Optional.ofNullable(query.getIds()),
                                Optional.ofNullable(query.getFirstName()),
                                Optional.ofNullable(query.getFirstNameLike()),
                                Optional.ofNullable(query.getLastName()),
                                Optional.ofNullable(query.getLastNameLike()),
                                Optional.ofNullable(query.getEmail()),
                                Optional.ofNullable(query.getEmailLike()),
                                Optional.ofNullable(query.getGroupId()),
                                Optional.ofNullable(query.getTenantId()))
                        .allMatch(Optional::isEmpty);
    }
}
