package io.fateflow.operations.query;

import java.util.Optional;

/**
 * Which jobs somebody is shown in lists: all, or those that one account has submitted.
 *
 * @param submitter the account; empty if all are shown
 */
public record VisibleJobs(Optional<String> submitter) {

    public static final VisibleJobs ALL = new VisibleJobs(Optional.empty());

    public static VisibleJobs of(String account) {
        return new VisibleJobs(Optional.of(account));
    }
}
