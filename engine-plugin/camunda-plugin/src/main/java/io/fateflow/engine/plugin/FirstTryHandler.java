package io.fateflow.engine.plugin;

import java.util.Map;

import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.JobHandler;
import org.camunda.bpm.engine.impl.jobexecutor.JobHandlerConfiguration;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.process.SendCommand;
import io.fateflow.engine.process.SendReport;
import io.fateflow.engine.process.Sending;

import static java.util.Objects.requireNonNull;

/** Does a {@linkplain FirstTries first try}: the step of the process that there is not. */
final class FirstTryHandler implements JobHandler<FirstTryHandler.Subject> {

    private static final Map<String, Class<? extends Sending>> STEPS =
            Map.of("fate-report", SendReport.class, "fate-command", SendCommand.class);

    /** Keys of definitions have no bar. */
    private static final char SEPARATOR = '|';

    private final Delegates delegates;

    FirstTryHandler(Delegates delegates) {
        this.delegates = delegates;
    }

    /**
     * What is to be sent.
     *
     * @param process key of the definition
     */
    record Subject(String process, String businessKey) implements JobHandlerConfiguration {

        @Override
        public String toCanonicalString() {
            return process + SEPARATOR + businessKey;
        }
    }

    @Override
    public String getType() {
        return FirstTries.FIRST_TRY;
    }

    @Override
    public void execute(
            Subject subject, @Nullable ExecutionEntity none, CommandContext context, @Nullable String tenantId) {
        Class<? extends Sending> step = requireNonNull(STEPS.get(subject.process()), subject.process());
        delegates.getArtifact(step).tryFirst(subject.businessKey());
    }

    @Override
    public Subject newConfiguration(String canonical) {
        int end = canonical.indexOf(SEPARATOR);
        return new Subject(canonical.substring(0, end), canonical.substring(end + 1));
    }

    @Override
    public void onDelete(Subject subject, JobEntity job) {
        // it has nothing else
    }
}
