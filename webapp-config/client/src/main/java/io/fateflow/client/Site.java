package io.fateflow.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.ServerCalls;

/** The site's machines and queues, its doctor, and its audit log as a proof. */
public final class Site {

    private final ServerCalls calls;

    Site(ServerCalls calls) {
        this.calls = calls;
    }

    public NodeList nodes() throws FateFlowException, InterruptedException {
        JsonNode data = calls.get("node/list").path("data");
        List<Node> nodes = new ArrayList<>();
        List<Worker> workers = new ArrayList<>();
        data.path("nodes").forEach(row -> nodes.add(Node.of(row)));
        data.path("workers").forEach(row -> workers.add(Worker.of(row)));
        return new NodeList(List.copyOf(nodes), List.copyOf(workers));
    }

    public List<Queue> queues() throws FateFlowException, InterruptedException {
        List<Queue> queues = new ArrayList<>();
        calls.get("queue").path("data").path("queues").forEach(row -> queues.add(Queue.of(row)));
        return List.copyOf(queues);
    }

    /** What is lost, stuck, or waits for an operator: {@code findings}, as the server words them. Needs a login. */
    public JsonNode findings() throws FateFlowException, InterruptedException {
        return calls.asAccount().get("doctor").path("data");
    }

    /**
     * Sends a receiver of notifications the event {@code test}, signed as all others, and waits for what it answers. Needs an
     * administrator's login.
     *
     * @param receiver its name in the site's configuration
     */
    public NotificationTrial tryReceiver(String receiver) throws FateFlowException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("receiver", receiver);
        return NotificationTrial.of(
                calls.asAccount().post("notification/test", body).path("data"));
    }

    /** The head of the audit log's chain, signed by the site: to be kept, and held against later exports. */
    public JsonNode auditHead() throws FateFlowException, InterruptedException {
        return calls.asAccount().get("audit/head").path("data");
    }

    /** Saves the whole audit log with its chain, a JSON object a line; what is at the path already is replaced. */
    public void exportAudit(Path file) throws IOException, InterruptedException {
        calls.asAccount().download("audit/export", file);
    }

    /** Repairs what can be repaired: {@code repaired}, and the {@code findings} that are left. Needs an administrator's login. */
    public JsonNode repair() throws FateFlowException, InterruptedException {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.putArray("findings");
        return calls.asAccount().post("doctor/repair", all).path("data");
    }
}
