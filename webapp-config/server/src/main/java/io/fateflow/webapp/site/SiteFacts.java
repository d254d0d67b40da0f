package io.fateflow.webapp.site;

import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import io.fateflow.engine.resource.EngineName;
import io.fateflow.operations.query.NodeQueries;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.federation.FederationProperties;
import io.fateflow.webapp.security.AuthenticationProperties;

/**
 * This site's configuration in the sections of FATE's {@code service_conf.yaml}, as far as it has them. Secrets and addresses
 * of the database are in none of them; of what is not here, there is no section.
 */
@Component
final class SiteFacts {

    private final FederationProperties federation;
    private final AuthenticationProperties authentication;
    private final NodeQueries nodes;
    private final Environment environment;
    private final String engine;
    private final WireJson json;

    SiteFacts(
            FederationProperties federation,
            AuthenticationProperties authentication,
            NodeQueries nodes,
            EngineName engine,
            Environment environment,
            WireJson json) {
        this.federation = federation;
        this.authentication = authentication;
        this.nodes = nodes;
        this.environment = environment;
        this.engine = engine.name();
        this.json = json;
    }

    /** Under the address by which the caller has called: it is the one that is good for it. */
    ObjectNode all(HttpServletRequest request) {
        ObjectNode all = json.object();
        all.putObject("AUTHENTICATION")
                .set("client", switchOf(authentication.client().enabled()));
        all.withObjectProperty("AUTHENTICATION")
                .set("site", switchOf(authentication.site().enabled()));
        String name = engine.toLowerCase(Locale.ROOT);
        all.putObject("DEFAULT_ENGINES")
                .put("computing", name)
                .put("federation", name)
                .put("storage", name);
        all.set("FATEBOARD", board(request));
        all.putObject("FATEFLOW")
                .put(
                        "grpc_port",
                        federation.grpc().enabled() ? federation.grpc().port() : 0)
                .put("host", request.getServerName())
                .put("http_port", request.getServerPort())
                .put("protocol", "default");
        nodes.engine(engine).ifPresent(row -> {
            JsonNode config = row.path("f_engine_config");
            all.putObject(row.path("f_engine_entrance").asText().toUpperCase(Locale.ROOT))
                    .set(name, config);
        });
        return all;
    }

    /** The board is a part of this server. */
    ObjectNode board(HttpServletRequest request) {
        return json.object().put("host", request.getServerName()).put("port", request.getServerPort());
    }

    private ObjectNode switchOf(boolean on) {
        return json.object().put("switch", on);
    }

    /** As sites ask each other. */
    ObjectNode common() {
        return json.object()
                .put("version", federation.fateVersion())
                .put("host", federation.host())
                .put("http_port", environment.getProperty("server.port", Integer.class, 9380))
                .put(
                        "grpc_port",
                        federation.grpc().enabled() ? federation.grpc().port() : 0)
                .put("party_id", Long.toString(federation.partyId()));
    }

    /** What a job gets that does not say it, under FATE's names of {@code job_default_config.yaml}. */
    ObjectNode jobDefaults() {
        return json.object()
                .put("auto_retries", 0)
                .put("auto_retry_delay", 1)
                .put("federated_status_collect_type", "PUSH")
                .put("output_data_summary_count_limit", 100)
                .put("task_cores", 4)
                .put("task_memory", 0)
                .put("task_parallelism", 1);
    }
}
