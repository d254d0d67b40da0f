package io.fateflow.engine.process;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Translation;
import io.fateflow.engine.job.JobRejectedException;

/** Plans of jobs that were accepted before: their stored DSL with their stored or changed conf, checked as at the submit. */
public final class StoredPlans {

    private final DslTranslator translator;

    public StoredPlans(DslTranslator translator) {
        this.translator = translator;
    }

    /** @throws JobRejectedException if the two are wrong, or this server's modules have changed */
    JobPlan of(String dsl, String runtimeConf) {
        Translation translation = translator.translate(dsl, runtimeConf);
        if (translation instanceof Translation.Rejected rejected) {
            throw new JobRejectedException(rejected.problems());
        }
        return ((Translation.Accepted) translation).plan();
    }
}
