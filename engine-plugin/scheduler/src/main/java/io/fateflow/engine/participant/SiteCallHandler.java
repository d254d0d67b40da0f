package io.fateflow.engine.participant;

import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.database.Json;
import io.fateflow.engine.audit.chain.HeadExchange;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.SiteCall;

/** What other sites ask beside scheduling. */
public final class SiteCallHandler {

    private final SiteIdentity site;
    private final OutputRows outputs;
    private final ModelCallHandler models;
    private final HeadExchange heads;

    public SiteCallHandler(SiteIdentity site, OutputRows outputs, ModelCallHandler models, HeadExchange heads) {
        this.site = site;
        this.outputs = outputs;
        this.models = models;
        this.heads = heads;
    }

    Answer handle(SiteCall call, CallHeaders headers) {
        return call.accept(new SiteCall.Visitor<>() {
            @Override
            public Answer on(SiteCall.OutputTables asked) {
                return tables(asked);
            }

            @Override
            public Answer on(SiteCall.ModelOperation asked) {
                return asked.operation().equals("deploy") ? models.deploy(asked.request(), headers) : unknown(asked);
            }

            @Override
            public Answer on(SiteCall.CommonInfo asked) {
                return info();
            }

            @Override
            public Answer on(SiteCall.ExchangeHead asked) {
                return heads.keep(asked, headers);
            }

            @Override
            public Answer on(SiteCall.Version asked) {
                return asked.module().equals("FATE")
                        ? Answer.of(Json.object().put("API", "v1").put("FATE", site.fateVersion()))
                        : unknown(asked);
            }
        });
    }

    private Answer tables(SiteCall.OutputTables asked) {
        ArrayNode tables = outputs.of(asked.jobId(), asked.component(), asked.party());
        return tables.isEmpty()
                ? Answer.failure(Answer.EXCEPTION_ERROR, "No found table, please check if the parameters are correct")
                : Answer.of(tables);
    }

    private Answer info() {
        return Answer.of(Json.object()
                .put("version", site.fateVersion())
                .put("host", site.host())
                .put("http_port", site.httpPort())
                .put("grpc_port", site.grpcPort())
                .put("party_id", site.partyId()));
    }

    private static Answer unknown(SiteCall call) {
        return Answer.failure(
                Answer.EXCEPTION_ERROR, "FFB-6313 this site does not do %s for other sites".formatted(call.path()));
    }
}
