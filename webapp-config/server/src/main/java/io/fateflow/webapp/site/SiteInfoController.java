package io.fateflow.webapp.site;

import java.net.URI;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.federation.RouteReload;

/** {@code server/…}, {@code service/query} and {@code info/fateboard}: what FATE's clients ask a server about itself. */
@Controller
class SiteInfoController {

    private final SiteFacts facts;
    private final NodeMembership nodes;
    private final ObjectProvider<RouteReload> routes;
    private final WireJson json;

    SiteInfoController(SiteFacts facts, NodeMembership nodes, ObjectProvider<RouteReload> routes, WireJson json) {
        this.facts = facts;
        this.nodes = nodes;
        this.routes = routes;
        this.json = json;
    }

    @PostMapping("/v1/info/fateboard")
    Envelope board(HttpServletRequest request) {
        return Envelope.of(facts.board(request));
    }

    /** All servers of the site that live. */
    @PostMapping("/v1/server/fateflow/info")
    Envelope servers() {
        ObjectNode data = json.object();
        ObjectNode common = facts.common();
        nodes.nodes().forEach(node -> {
            URI url = URI.create(node.url());
            data.putObject(node.name())
                    .put("grpc_port", common.path("grpc_port").asInt())
                    .put("host", String.valueOf(url.getHost()))
                    .put("http_port", url.getPort())
                    .put("instance_id", node.name())
                    .put("timestamp", node.seen())
                    .put("version", common.path("version").asText());
        });
        return Envelope.of(data);
    }

    @PostMapping({"/v1/server/get", "/v1/server/service/get"})
    Envelope all(HttpServletRequest request) {
        return Envelope.of(facts.all(request));
    }

    /** No data for a section that is not there. */
    @PostMapping({"/v1/server/{name}/get", "/v1/server/service/{name}/get"})
    Envelope section(@PathVariable String name, HttpServletRequest request) {
        JsonNode section = facts.all(request).path(name.toUpperCase(Locale.ROOT));
        return section.isMissingNode() ? Envelope.success() : Envelope.of(section);
    }

    @PostMapping("/v1/server/config/job/default")
    Envelope jobDefaults() {
        return Envelope.of(facts.jobDefaults());
    }

    /** What can be read again while the server runs is the file of routes; the rest counts from the next start. */
    @PostMapping("/v1/server/reload")
    Envelope reload() {
        ObjectNode data = json.object();
        data.set("job_default_config", facts.jobDefaults());
        data.putNull("server_registry");
        RouteReload file = routes.getIfAvailable();
        if (file != null && file.isPossible()) {
            data.putObject("federation").put("parties", file.reload());
        }
        return Envelope.of(data);
    }

    /** Services of others are registered nowhere here. */
    @PostMapping("/v1/service/query")
    Envelope services(ApiBody body) {
        body.with("service_name");
        ObjectNode data = json.object();
        data.putArray("service_info");
        return Envelope.of(data);
    }
}
