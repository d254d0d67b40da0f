package io.fateflow.dsl;

import java.util.List;

/** What became of a submitted DSL and conf. */
public sealed interface Translation {

    /** The files are right. */
    record Accepted(JobPlan plan) implements Translation {}

    /**
     * The files are wrong.
     *
     * @param problems all of them, in document order; never empty
     */
    record Rejected(List<Problem> problems) implements Translation {}
}
