package io.fateflow.operations.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Which jobs somebody is shown, or may do something with: all, or what an account has submitted, or all or its own of some
 * projects.
 *
 * @param all whether all; then nothing else counts
 * @param account whose own ones are meant
 * @param own whether its own ones, of whatever project
 * @param projects of which all
 * @param ownIn of which its own ones
 */
public record VisibleJobs(boolean all, String account, boolean own, Set<String> projects, Set<String> ownIn) {

    public static final VisibleJobs ALL = new VisibleJobs(true, "", false, Set.of(), Set.of());

    public VisibleJobs {
        projects = Set.copyOf(projects);
        ownIn = Set.copyOf(ownIn);
    }

    /** Those that an account has submitted. */
    public static VisibleJobs of(String account) {
        return new VisibleJobs(false, account, true, Set.of(), Set.of());
    }

    /**
     * Whether a job is one of them.
     *
     * @param submitter empty if nobody of this site
     * @param project empty if of none
     */
    public boolean has(String submitter, String project) {
        return all
                || hasAllOf(project)
                || (submitter.equals(account) && !account.isEmpty() && (own || ownIn.contains(project)));
    }

    /** Whether all of a project's are, and so its tables. */
    public boolean hasAllOf(String project) {
        return all || projects.contains(project);
    }

    /** Whether any of a project's may be. */
    public boolean mayHaveSomeOf(String project) {
        return hasAllOf(project) || own || ownIn.contains(project);
    }

    /**
     * As a condition of SQL; not for {@link #ALL}.
     *
     * @param row the alias of the row of {@code job}, with its dot
     * @param bind makes a parameter of a value, and gives its name with the colon
     */
    String condition(String row, Function<Object, String> bind) {
        List<String> ways = new ArrayList<>();
        if (own) {
            ways.add(row + "submitter = " + bind.apply(account));
        } else if (!ownIn.isEmpty() && !account.isEmpty()) {
            ways.add("(" + row + "submitter = " + bind.apply(account) + " and " + in(row, ownIn, bind) + ")");
        }
        if (!projects.isEmpty()) {
            ways.add(in(row, projects, bind));
        }
        return ways.isEmpty() ? "1 = 0" : "(" + String.join(" or ", ways) + ")";
    }

    /** One parameter each, so that a count of such rows can be remembered. */
    private static String in(String row, Set<String> projects, Function<Object, String> bind) {
        return row + "project in ("
                + String.join(", ", projects.stream().sorted().map(bind).toList()) + ")";
    }
}
