package io.fateflow.engine.job;

import java.util.List;
import java.util.stream.Collectors;

import org.camunda.bpm.engine.BadUserRequestException;

import io.fateflow.dsl.Problem;

/** A submitted job was refused; nothing of it was stored. */
public final class JobRejectedException extends BadUserRequestException {

    private final transient List<Problem> problems;

    public JobRejectedException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Everything that is wrong, not only the first thing; never empty. */
    public List<Problem> problems() {
        return problems;
    }
}
