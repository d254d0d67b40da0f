package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Calls;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.role.RoleTable;
import io.fateflow.webapp.role.Scope;

/** Lets an account do what its roles allow; one without roles, nothing. */
final class RoleRule implements AccessRule {

    private final Identification identification;
    private final Optional<Set<Action>> actions;

    private RoleRule(Identification identification, Optional<Set<Action>> actions) {
        this.identification = identification;
        this.actions = actions;
    }

    /** What a call does, {@link Calls} says; a path that no call has is answered to whoever has a role. */
    static RoleRule ofCalls(Identification identification) {
        return new RoleRule(identification, Optional.empty());
    }

    /** For whoever may do one of these; what else it takes, is looked at further on. */
    static RoleRule ofAny(Identification identification, Action... actions) {
        return new RoleRule(identification, Optional.of(Set.copyOf(Arrays.asList(actions))));
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<Identification.Identified> found = identification.of(request, response);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Account account = found.get().account();
        if (account.hasNoRole()) {
            return refuse(request, response, "FFB-5009 has no role", """
                    FFB-5009 The account %s has no role, and may do nothing here. An administrator gives roles: an \
                    account's by groups, at /camunda/app/admin; those of FATE's one key by \
                    fate.access.client-roles.""".formatted(account.id()));
        }
        Optional<Action> action = actions.isPresent()
                ? actions.get().stream()
                        .filter(one -> account.scope(one) != Scope.NOTHING)
                        .findFirst()
                : Calls.action(request.getMethod(), AccessFilter.path(request));
        Scope scope = action.map(account::scope).orElse(Scope.NOTHING);
        if (scope == Scope.NOTHING && (action.isPresent() || actions.isPresent())) {
            Set<Action> wanted = actions.orElseGet(() -> action.map(Set::of).orElse(Set.of()));
            return refuse(request, response, "FFB-5008 may not " + names(wanted), words(account, wanted));
        }
        Admission.give(request, new Admission(account, action, scope));
        return Optional.of(found.get().request());
    }

    private static String names(Set<Action> actions) {
        return actions.stream().map(Action::wire).sorted().collect(Collectors.joining(", "));
    }

    private static String words(Account account, Set<Action> wanted) {
        String may = Arrays.stream(Role.values())
                .filter(role -> wanted.stream().anyMatch(action -> RoleTable.scope(role, action) != Scope.NOTHING))
                .map(Role::wire)
                .collect(Collectors.joining(", "));
        return "FFB-5008 The account %s may not do this (%s): it is %s. The roles that may: %s. An administrator gives roles by"
                        .formatted(account.id(), names(wanted), account.inWords(), may)
                + " groups, at /camunda/app/admin.";
    }

    private static Optional<HttpServletRequest> refuse(
            HttpServletRequest request, HttpServletResponse response, String why, String message) throws IOException {
        Claim.refused(request, why);
        Refusal.FORBIDDEN.write(response, message);
        return Optional.empty();
    }
}
