package io.fateflow.engine.participant;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentVerdict;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.initiator.ReadyParties;
import io.fateflow.engine.job.JobStatuses;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.party.Inheritance;
import io.fateflow.engine.project.WrittenNames;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;

/** Calls about jobs that another site schedules. */
public final class ForeignJobs {

    private static final String INHERITANCE = "inheritance_info";

    private final JobParties parties;
    private final JobStatuses statuses;
    private final PartyCommandHandler commands;
    private final ForeignJobCreation arrival;
    private final ForeignParameterUpdate parameters;
    private final ForeignTasks tasks;
    private final OutputRows outputs;
    private final ForeignWatch watch;
    private final ForeignProcesses processes;
    private final Inheritance inheritance;
    private final Notifications notifications;
    private final Consents consents;
    private final WrittenNames names;
    private final ReadyParties ready;

    /**
     * Makes the desk.
     *
     * @param commands does what parties on this site are asked
     * @param ready hears of parties elsewhere that this site's own jobs wait for
     */
    public ForeignJobs(
            JobParties parties,
            JobStatuses statuses,
            PartyCommandHandler commands,
            ForeignJobCreation arrival,
            ForeignParameterUpdate parameters,
            ForeignTasks tasks,
            OutputRows outputs,
            ForeignWatch watch,
            ForeignProcesses processes,
            Inheritance inheritance,
            Notifications notifications,
            Consents consents,
            WrittenNames names,
            ReadyParties ready) {
        this.parties = parties;
        this.statuses = statuses;
        this.commands = commands;
        this.arrival = arrival;
        this.parameters = parameters;
        this.tasks = tasks;
        this.outputs = outputs;
        this.watch = watch;
        this.processes = processes;
        this.inheritance = inheritance;
        this.notifications = notifications;
        this.consents = consents;
        this.names = names;
        this.ready = ready;
    }

    Answer handle(JobCall call, CallHeaders headers) {
        return call.accept(new Doing(headers));
    }

    /** Does a call of somebody. */
    private final class Doing implements JobCall.Visitor<Answer> {

        private final CallHeaders headers;

        Doing(CallHeaders headers) {
            this.headers = headers;
        }

        @Override
        public Answer on(JobCall.CreateJob call) {
            return arrival.create(call, headers);
        }

        @Override
        public Answer on(JobCall.Preflight call) {
            return arrival.preflight(call, headers);
        }

        @Override
        public Answer on(JobCall.CheckInheritance call) {
            return byInitiator(call, at -> Answer.of(names(inheritance.reusable(at.jobId(), at.party()))));
        }

        @Override
        public Answer on(JobCall.CheckRerun call) {
            return byInitiator(call, at -> Answer.of(names(outputs.lost(at.jobId(), at.party()))));
        }

        @Override
        public Answer on(JobCall.CheckDependence call) {
            return byInitiator(call, ForeignJobs.this::inherit);
        }

        @Override
        public Answer on(JobCall.ApplyResource call) {
            return byInitiator(call, ForeignJobs.this::apply);
        }

        @Override
        public Answer on(JobCall.ReturnResource call) {
            return byInitiator(call, at -> done(at, new PartyCommand.ReturnJobResources()));
        }

        @Override
        public Answer on(JobCall.StartJob call) {
            return byInitiator(call, ForeignJobs.this::start);
        }

        /** Any party may look whether the job is still known; what is to be taken over the initiator says. */
        @Override
        public Answer on(JobCall.Align call) {
            if (!call.fields().has(INHERITANCE)) {
                ready.heard(call.at().jobId(), headers.srcPartyId());
                return parties.row(call.at()).isPresent() ? Answer.success() : unknown(call.at());
            }
            return byInitiator(call, at -> {
                inheritance.announce(at.jobId(), call.fields().path(INHERITANCE));
                return Answer.success();
            });
        }

        @Override
        public Answer on(JobCall.UpdateJob call) {
            return byInitiator(call, at -> update(at, call.fields()));
        }

        @Override
        public Answer on(JobCall.UpdateParameters call) {
            return byInitiator(call, at -> parameters.update(call));
        }

        @Override
        public Answer on(JobCall.SetJobStatus call) {
            return byInitiator(call, at -> move(at, call.status()) ? Answer.success() : Answer.notEffective());
        }

        @Override
        public Answer on(JobCall.SaveModel call) {
            return byInitiator(call, at -> done(at, new PartyCommand.SavePipelineModel()));
        }

        @Override
        public Answer on(JobCall.StopJob call) {
            return byInitiator(call, at -> stopHere(at, call.status(), ForeignTasks.WHY));
        }

        /** FATE's server does nothing either, what is left belongs to the job's rows. */
        @Override
        public Answer on(JobCall.CleanJob call) {
            return byInitiator(call, at -> Answer.success());
        }

        private Answer byInitiator(JobCall call, Function<JobAddress, Answer> work) {
            JobAddress at = call.at();
            return parties.refusal(at.jobId(), at.party(), headers).orElseGet(() -> work.apply(at));
        }
    }

    /** What a job takes over from an older one is there before it can start; it is only rows that are copied. */
    private Answer inherit(JobAddress at) {
        if (parties.lock(at).isEnd()) {
            return Answer.success();
        }
        Optional<Answer> objection = objection(at);
        if (objection.isPresent()) {
            return objection.get();
        }
        List<String> missing = inheritance.takeAnnounced(at.jobId(), at.party());
        return missing.isEmpty()
                ? Answer.success()
                : Answer.failure(
                        Answer.OPERATING_ERROR,
                        "FFB-6317 what the job is to take over of %s is not at %s any more"
                                .formatted(String.join(", ", missing), at.party()));
    }

    /** FATE's servers wait at 106, and end the job at anything else. */
    private Optional<Answer> objection(JobAddress at) {
        ConsentVerdict verdict = consents.verdict(at.jobId(), at.party());
        if (verdict instanceof ConsentVerdict.Waiting waiting) {
            return Optional.of(Answer.failure(Answer.RUNNING, waiting.reason()));
        }
        return verdict instanceof ConsentVerdict.Refused refused
                ? Optional.of(Answer.failure(Answer.OPERATING_ERROR, refused.reason()))
                : Optional.empty();
    }

    /** The row is locked: a stop that comes meanwhile gives back what is taken here. */
    private Answer apply(JobAddress at) {
        // before the row is locked, as others hold the names' lock when they lock theirs
        Optional<String> refusal = names.refusal(at.jobId(), at.party());
        if (refusal.isPresent()) {
            return Answer.failure(Answer.OPERATING_ERROR, refusal.get());
        }
        JobStatus status = parties.lock(at);
        if (status.isEnd()) {
            return over(at, status);
        }
        Optional<Answer> objection = objection(at);
        if (objection.isPresent()) {
            return objection.get();
        }
        if (reply(at, new PartyCommand.ApplyJobResources()) instanceof PartyReply.Refused refused) {
            return Answer.failure(Answer.OPERATING_ERROR, refused.message());
        }
        if (status != JobStatus.RUNNING) {
            watch.reserved(at);
        }
        processes.watch(at);
        return Answer.success();
    }

    /** A reservation may have run out before: then it is made again, or the job does not start. */
    private Answer start(JobAddress at) {
        JobStatus status = parties.lock(at);
        if (status.isEnd()) {
            return over(at, status);
        }
        Answer applied = apply(at);
        if (applied.retcode() != Answer.SUCCESS) {
            return applied;
        }
        watch.started(at);
        return done(at, new PartyCommand.SetJobStatus(JobStatus.RUNNING));
    }

    private static Answer over(JobAddress at, JobStatus status) {
        return Answer.ended(
                status,
                "FFB-6314 the job is %s at %s: only its initiator's rerun goes on with it"
                        .formatted(status.wire(), at.party()));
    }

    private Answer update(JobAddress at, ObjectNode fields) {
        if (fields.has("rerun_signal")) {
            statuses.resetForRerun(at.jobId());
        } else if (fields.path("progress").isNumber()) {
            statuses.progress(at.jobId(), fields.path("progress").asInt());
        }
        return Answer.success();
    }

    /** Stops it before its initiator knows, which may find that it has ended otherwise: that counts then. */
    void stopUntold(JobAddress at, JobStatus status, String why) {
        stopHere(at, status, why);
        statuses.awaitVerdict(at.jobId(), at.party());
    }

    /** @param why for whoever asks what has become of an attempt */
    private Answer stopHere(JobAddress at, JobStatus status, String why) {
        ObjectNode stopped = Json.object();
        ObjectNode ofJob = stopped.putObject(at.jobId());
        tasks.stopAll(at.jobId(), at.party(), TaskStatus.of(status.wire()), why)
                .forEach(task -> ofJob.put(task, "success"));
        move(at, status);
        return Answer.of(stopped);
    }

    /** Where a job ends, it gives back what it holds. One that was given up here ends as its initiator says. */
    private boolean move(JobAddress at, JobStatus status) {
        if (status.isEnd() && statuses.verdict(at.jobId(), at.party(), status)) {
            notifications.verdict(at.jobId(), at.party(), status);
            return true;
        }
        boolean moved = statuses.move(at.jobId(), List.of(at.party()), status) > 0;
        if (moved && status.isEnd()) {
            consents.jobEnded(at.jobId(), at.party());
            reply(at, new PartyCommand.ReturnJobResources());
            processes.jobEnded(at);
            notifications.ended(at.jobId(), at.party(), status);
        }
        return moved;
    }

    private Answer done(JobAddress at, PartyCommand command) {
        reply(at, command);
        return Answer.success();
    }

    private PartyReply reply(JobAddress at, PartyCommand command) {
        Map<Party, PartyReply> replies = commands.handle(at.jobId(), List.of(at.party()), command);
        return Optional.ofNullable(replies.get(at.party())).orElse(PartyReply.DONE);
    }

    private static Answer unknown(JobAddress at) {
        return JobParties.unknown(at.jobId(), at.party());
    }

    private static ArrayNode names(List<String> names) {
        ArrayNode array = Json.object().putArray("names");
        names.forEach(array::add);
        return array;
    }
}
