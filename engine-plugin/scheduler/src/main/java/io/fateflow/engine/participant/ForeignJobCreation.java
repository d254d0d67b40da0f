package io.fateflow.engine.participant;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.Translation;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.model.PipelineModelStore;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.preflight.Preflight;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.FateVersions;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;

/** Writes a job down that another site schedules, with the tasks of one party of this site. */
public final class ForeignJobCreation {

    private final DslTranslator translator;
    private final PartyCommandHandler commands;
    private final ReportOutbox reports;
    private final JobParties parties;
    private final PipelineModelStore models;
    private final Consents consents;
    private final long ownPartyId;

    public ForeignJobCreation(
            DslTranslator translator,
            PartyCommandHandler commands,
            ReportOutbox reports,
            JobParties parties,
            PipelineModelStore models,
            Consents consents,
            long ownPartyId) {
        this.translator = translator;
        this.commands = commands;
        this.reports = reports;
        this.parties = parties;
        this.models = models;
        this.consents = consents;
        this.ownPartyId = ownPartyId;
    }

    /** FATE's answers: 107 for an initiator that is too old, 103 for a job that is too big here, else 100. */
    Answer create(JobCall.CreateJob call, CallHeaders headers) {
        return arrive(call.at(), call.fields(), headers, this::write);
    }

    /** The answer that {@link #create} would give, and nothing is written. */
    Answer preflight(JobCall.Preflight call, CallHeaders headers) {
        return arrive(call.at(), call.fields(), headers, this::check);
    }

    /** What is done with a job that has been understood. */
    @FunctionalInterface
    private interface ReceivingConnection {
        Answer of(JobAddress at, ObjectNode job, JobPlan plan, ObjectNode conf);
    }

    private Answer arrive(JobAddress at, ObjectNode job, CallHeaders headers, ReceivingConnection arrival) {
        Party initiator = new Party(
                job.path("initiator_role").asText(),
                job.path("initiator_party_id").asLong());
        return FateVersions.refusal(headers.fateVersion())
                .or(() -> parties.byInitiator(initiator.partyId(), headers))
                .or(() -> impossible(at, initiator))
                .orElseGet(() -> translate(at, job, initiator, arrival));
    }

    private Optional<Answer> impossible(JobAddress at, Party initiator) {
        if (!JobIds.isJobId(at.jobId())) {
            return failure("job_id is not an id as FATE makes them");
        }
        if (initiator.partyId() == ownPartyId) {
            return failure("party %d is this site itself: submit the job here".formatted(ownPartyId));
        }
        return Optional.empty();
    }

    private Answer translate(JobAddress at, ObjectNode job, Party initiator, ReceivingConnection arrival) {
        ObjectNode conf = conf(job);
        Translation translation =
                translator.translate(new JobDocument.Tree(job.path("dsl")), new JobDocument.Tree(conf));
        if (translation instanceof Translation.Rejected rejected) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    rejected.problems().stream().map(ForeignJobCreation::shown).collect(Collectors.joining("; ")));
        }
        JobPlan plan = ((Translation.Accepted) translation).plan();
        if (!plan.initiator().equals(initiator) || !plan.parties().contains(at.party())) {
            return failure("the conf's initiator and role do not fit initiator_role, initiator_party_id and the path")
                    .orElseThrow();
        }
        return notDeployed(at, conf).orElseGet(() -> arrival.of(at, job, plan, conf));
    }

    /** A party that has not got the model would train another one, and nobody would know. */
    private Optional<Answer> notDeployed(JobAddress at, ObjectNode conf) {
        JobParameters common = new JobConf(conf).common();
        if (!common.predicts()) {
            return Optional.empty();
        }
        String id = common.modelId();
        String version = common.modelVersion();
        boolean deployed = models.find(id, version)
                .filter(model ->
                        model.deployedDsl().isPresent() && model.parties().contains(at.party()))
                .isPresent();
        return deployed
                ? Optional.empty()
                : Optional.of(Answer.failure(
                        Answer.OPERATING_ERROR,
                        ("FFB-6340 version %s of model %s is not deployed at %s: deploy it (model/deploy) while that party"
                                        + " can be reached, and predict with the version that is the answer")
                                .formatted(version, id, at.party())));
    }

    /** The number of cores that the initiator asks of everybody, where the job itself names none. */
    static ObjectNode conf(ObjectNode job) {
        ObjectNode conf = job.path("runtime_conf").deepCopy() instanceof ObjectNode object ? object : Json.object();
        JsonNode common = new JobConf(conf).common().tree();
        JsonNode asked = common.path("adaptation_parameters").path("request_task_cores");
        if (common instanceof ObjectNode parameters && !parameters.has("task_cores") && asked.isInt()) {
            parameters.put("task_cores", asked.asInt());
        }
        return conf;
    }

    private static String shown(Problem problem) {
        return "%s %s%s: %s".formatted(problem.id(), problem.document(), problem.pointer(), problem.message());
    }

    private Answer check(JobAddress at, ObjectNode job, JobPlan plan, ObjectNode conf) {
        return refusal(at, new PartyCommand.CheckJob(plan, conf)).orElseGet(() -> {
            ObjectNode data = needed(plan, at.party());
            List<String> asks = Consents.asks(consents.questions(at.jobId(), plan, conf, at.party()));
            if (!asks.isEmpty()) {
                asks.forEach(data.putArray(Preflight.ASKS_CONSENT)::add);
            }
            return Answer.of(data);
        });
    }

    private Optional<Answer> refusal(JobAddress at, PartyCommand command) {
        PartyReply reply =
                commands.handle(at.jobId(), List.of(at.party()), command).getOrDefault(at.party(), PartyReply.DONE);
        return reply instanceof PartyReply.Refused refused
                ? Optional.of(new Answer(
                        Answer.OPERATING_ERROR, refused.message(), Json.object().put("job_id", at.jobId())))
                : Optional.empty();
    }

    private Answer write(JobAddress at, ObjectNode job, JobPlan plan, ObjectNode conf) {
        Party own = at.party();
        String jobId = at.jobId();
        ObjectNode trainConf = job.path("train_runtime_conf") instanceof ObjectNode object ? object : Json.object();
        String name = job.path("name").asText("");
        Optional<Answer> refusal = refusal(at, new PartyCommand.CreateJob(plan, conf, trainConf, "", "", name));
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (reports(plan, conf, own)) {
            plan.components().stream()
                    .filter(component -> component.parties().containsKey(own))
                    .forEach(component ->
                            reports.register(new TaskKey(TaskKey.taskId(jobId, component.name()), 0, own)));
        }
        return Answer.of(needed(plan, own));
    }

    /** FATE's rule on who pushes reports; others are asked. */
    private static boolean reports(JobPlan plan, ObjectNode conf, Party own) {
        return new JobConf(conf).common().pushesStatus()
                && !own.role().equals(plan.initiator().role())
                && own.partyId() != plan.initiator().partyId();
    }

    private static ObjectNode needed(JobPlan plan, Party own) {
        ObjectNode data = Json.object();
        ObjectNode components = data.putObject("components");
        for (ComponentPlan component : plan.components()) {
            components
                    .putObject(component.name())
                    .put("need_run", component.parties().containsKey(own));
        }
        return data;
    }

    private static Optional<Answer> failure(String message) {
        return Optional.of(Answer.failure(Answer.EXCEPTION_ERROR, "FFB-6306 " + message));
    }
}
