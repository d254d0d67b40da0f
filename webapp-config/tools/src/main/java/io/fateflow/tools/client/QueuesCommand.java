package io.fateflow.tools.client;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Queue;

/** {@code queues}: who may hold what, and who does. */
@Command(name = "queues", description = "Lists queues: what each may hold, holds, and has waiting.")
public final class QueuesCommand extends ServerCommand {

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        List<Queue> queues = server.site().queues();
        if (out.json()) {
            out.document(queues);
            return ExitCodes.SUCCESS;
        }
        TextTable table =
                new TextTable("QUEUE", "WEIGHT", "QUOTA", "MAY BORROW", "HOLDS CORES", "RUNNING", "WAITING", "LIMITS");
        queues.forEach(queue -> table.row(
                queue.name() + (queue.isDefault() ? " (default)" : ""),
                queue.weight().toPlainString(),
                queue.nominalQuota().toPlainString(),
                queue.borrowingLimit() == null ? "any" : queue.borrowingLimit().toPlainString(),
                queue.heldCores().toPlainString(),
                queue.running(),
                queue.waiting(),
                limits(queue)));
        out.table(table);
        return ExitCodes.SUCCESS;
    }

    /** Each label with a limit: what is held of it, and how much may be. */
    private static String limits(Queue queue) {
        return queue.limits().entrySet().stream()
                .map(limit -> "%s %s of %s"
                        .formatted(
                                limit.getKey(),
                                queue.heldLabels()
                                        .getOrDefault(limit.getKey(), BigDecimal.ZERO)
                                        .toPlainString(),
                                limit.getValue().toPlainString()))
                .collect(Collectors.joining(", "));
    }
}
