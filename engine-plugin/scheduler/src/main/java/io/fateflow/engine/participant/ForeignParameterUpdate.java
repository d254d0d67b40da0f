package io.fateflow.engine.participant;

import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.Translation;
import io.fateflow.engine.job.JobBodies;
import io.fateflow.engine.job.JobBody;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;

/** Takes other parameters for the next attempts of a job that another site schedules; all of it is checked as at its creation. */
public final class ForeignParameterUpdate {

    private final DslTranslator translator;
    private final PartyCommandHandler commands;
    private final JobBodies bodies;
    private final JobParties parties;

    public ForeignParameterUpdate(
            DslTranslator translator, PartyCommandHandler commands, JobBodies bodies, JobParties parties) {
        this.translator = translator;
        this.commands = commands;
        this.bodies = bodies;
        this.parties = parties;
    }

    Answer update(JobCall.UpdateParameters call) {
        JobAddress at = call.at();
        if (parties.lock(at) == JobStatus.RUNNING) {
            return Answer.failure(
                    Answer.OPERATING_ERROR,
                    "FFB-6305 the job is running at %s: stop it, change its parameters, and run it again"
                            .formatted(at.party()));
        }
        JobBody body = bodies.of(at.jobId());
        ObjectNode job = Json.object();
        ObjectNode conf = (ObjectNode) Json.read(body.runtimeConf());
        for (String name : List.of(JobConf.JOB_PARAMETERS, JobConf.COMPONENT_PARAMETERS)) {
            if (call.fields().path(name).isObject()) {
                conf.set(name, call.fields().path(name));
            }
        }
        job.set("runtime_conf", conf);
        return translate(at, body, ForeignJobCreation.conf(job));
    }

    private Answer translate(JobAddress at, JobBody body, ObjectNode conf) {
        Translation translation = translator.translate(new JobDocument.Text(body.dsl()), new JobDocument.Tree(conf));
        if (translation instanceof Translation.Rejected rejected) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    rejected.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")));
        }
        PartyReply reply = commands.handle(
                        at.jobId(),
                        List.of(at.party()),
                        new PartyCommand.UpdateJob(((Translation.Accepted) translation).plan(), conf, false))
                .getOrDefault(at.party(), PartyReply.DONE);
        return reply instanceof PartyReply.Refused refused
                ? Answer.failure(Answer.OPERATING_ERROR, refused.message())
                : Answer.success();
    }
}
