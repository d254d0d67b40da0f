package io.fateflow.engine.process;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.Translation;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.model.PredictSubmission;
import io.fateflow.engine.model.PredictSubmission.Documents;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.party.Providers;

/** Makes the plan of what is submitted, and says all that this server can say against it without asking anybody. */
public final class SubmissionPlanner {

    private final PredictSubmission predictions;
    private final DslTranslator translator;
    private final RunParameters runParameters;
    private final long ownPartyId;
    private final Notifications notifications;
    private final ChosenProviders providers;

    /** @param ownPartyId 0 if this site knows no others */
    public SubmissionPlanner(
            PredictSubmission predictions,
            DslTranslator translator,
            RunParameters runParameters,
            long ownPartyId,
            Notifications notifications,
            Providers providers) {
        this.predictions = predictions;
        this.translator = translator;
        this.runParameters = runParameters;
        this.ownPartyId = ownPartyId;
        this.notifications = notifications;
        this.providers = new ChosenProviders(providers);
    }

    /**
     * What was submitted, understood.
     *
     * @param documents as they were compiled: of a job that predicts, completed from its training
     * @param project that it is to be of, whatever its conf says
     */
    record Planned(JobPlan plan, Documents documents, Optional<String> project) {}

    /** @throws JobRejectedException with all problems */
    Planned plan(JobSubmission submission) {
        Documents documents = predictions.complete(submission.dsl(), submission.runtimeConf());
        return new Planned(translate(documents), documents, submission.project());
    }

    /** The plan's conf with completed common parameters; each time another object. */
    ObjectNode conf(Planned planned, String jobId) {
        ObjectNode conf = runParameters.complete(planned.plan(), jobId);
        planned.project()
                .ifPresent(project -> conf.withObject("/job_parameters/common").put("project", project));
        return conf;
    }

    private JobPlan translate(Documents documents) {
        Translation translation = translator.translate(documents.dsl(), documents.conf());
        if (translation instanceof Translation.Rejected rejected) {
            throw new JobRejectedException(rejected.problems());
        }
        JobPlan plan = ((Translation.Accepted) translation).plan();
        refuseWhatThisServerCannotDo(plan, documents);
        List<Problem> unknown = notifications.problems(plan.runtimeConf());
        if (!unknown.isEmpty()) {
            throw new JobRejectedException(unknown);
        }
        return providers.in(plan);
    }

    private void refuseWhatThisServerCannotDo(JobPlan plan, Documents documents) {
        long initiator = plan.initiator().partyId();
        if (new JobConf(plan.runtimeConf()).common().crossesSites() && (ownPartyId == 0 || initiator != ownPartyId)) {
            throw rejected(
                    "FFB-2008",
                    "/initiator/party_id",
                    "the job has parties on several sites, and its initiator is party %d, which is not this site"
                            .formatted(initiator),
                    "Submit it at its initiator's site, set fate.federation here, or leave federated_mode out: then this"
                            + " site serves all parties itself");
        }
        if (plan.jobType().equals("predict") && !documents.isPrediction()) {
            throw rejected(
                    "FFB-2007",
                    "/dsl_version",
                    "a conf of version 1 can't be used to predict",
                    "Submit a conf of version 2; model/get/predict/conf answers a template");
        }
    }

    private static JobRejectedException rejected(String id, String pointer, String message, String hint) {
        return new JobRejectedException(List.of(new Problem(id, "conf", pointer, message, hint)));
    }
}
