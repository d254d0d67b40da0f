package io.fateflow.webapp.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.node.Node;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/** {@code node/list}: the site's servers and workers, and when they were last heard of. FATE Flow has no such call. */
@Controller
class NodeController {

    private final NodeMembership nodes;
    private final WireJson json;

    NodeController(NodeMembership nodes, WireJson json) {
        this.nodes = nodes;
        this.json = json;
    }

    @GetMapping("/v1/node/list")
    Envelope list() {
        ObjectNode data = json.object();
        nodes.nodes().forEach(node -> data.withArray("nodes").add(wire(node)));
        nodes.workers().forEach(worker -> data.withArray("workers").add(wire(worker)));
        return Envelope.of(data);
    }

    private ObjectNode wire(Node node) {
        return json.object()
                .put("name", node.name())
                .put("url", node.url())
                .put("version", node.version())
                .put("start_time", node.started())
                .put("seen_time", node.seen())
                .put("clock_difference", node.clockDifference());
    }

    private ObjectNode wire(SiteWorker worker) {
        return json.object()
                .put("name", worker.name())
                .put("id", worker.id())
                .put("host", worker.host())
                .put("mode", worker.mode())
                .put("places", worker.places())
                .put("running", worker.running())
                .put("trouble", worker.trouble())
                .put("drain", worker.drain())
                .put("seen_time", worker.seen());
    }
}
