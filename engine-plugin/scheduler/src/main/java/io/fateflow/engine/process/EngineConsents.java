package io.fateflow.engine.process;

import java.util.function.Supplier;

import org.camunda.bpm.engine.RuntimeService;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentProcesses;
import io.fateflow.engine.consent.ConsentQuestion;
import io.fateflow.engine.executor.PassedObject;
import io.fateflow.federation.wire.JobAddress;

/** Starts {@code fate-consent}, and ends it where nobody has to decide any more; in the caller's transaction. */
public final class EngineConsents implements ConsentProcesses {

    private static final String PROCESS = "fate-consent";

    private final Supplier<RuntimeService> runtime;

    public EngineConsents(Supplier<RuntimeService> runtime) {
        this.runtime = runtime;
    }

    @Override
    public void start(ConsentQuestion question) {
        runtime.get()
                .startProcessInstanceByKey(
                        PROCESS,
                        businessKey(
                                question.request().jobId(), question.request().own()),
                        PassedObject.passing(question));
    }

    @Override
    public void notNeeded(String jobId, Party own) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.CONSENT_NOT_NEEDED)
                .processInstanceBusinessKey(businessKey(jobId, own))
                .correlateAll();
    }

    private static String businessKey(String jobId, Party own) {
        return WatchForeignJob.businessKey(new JobAddress(jobId, own));
    }
}
