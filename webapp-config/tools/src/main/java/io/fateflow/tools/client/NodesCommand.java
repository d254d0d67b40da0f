package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.NodeList;

/** {@code nodes}: the site's machines. */
@Command(name = "nodes", description = "Lists the site's servers and workers, and when each was last heard of.")
public final class NodesCommand extends ServerCommand {

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        NodeList list = server.site().nodes();
        if (out.json()) {
            out.document(list);
            return ExitCodes.SUCCESS;
        }
        TextTable servers = new TextTable("SERVER", "URL", "VERSION", "STARTED", "SEEN");
        list.nodes()
                .forEach(node -> servers.row(
                        node.name(), node.url(), node.version(), Plain.time(node.started()), Plain.time(node.seen())));
        out.table(servers);
        TextTable workers = new TextTable("WORKER", "MACHINE", "RUNS", "OF", "SEEN", "");
        list.workers()
                .forEach(worker -> workers.row(
                        worker.name(),
                        worker.host(),
                        worker.running(),
                        worker.places(),
                        Plain.time(worker.seen()),
                        worker.draining() ? "takes no more" : worker.trouble()));
        if (!workers.isEmpty()) {
            out.line("");
            out.table(workers);
        }
        return ExitCodes.SUCCESS;
    }
}
