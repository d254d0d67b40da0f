package io.fateflow.board.site;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.engine.process.QueueService;
import io.fateflow.engine.resource.QueueState;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.operations.query.ResourceQueries;
import io.fateflow.operations.query.VisibleJobs;

/** Cores and memory: how much there is, who holds it since when, and who waits for it. */
@RestController
class ResourceController {

    private final ResourceQueries resources;
    private final QueueService queues;

    ResourceController(ResourceQueries resources, QueueService queues) {
        this.resources = resources;
        this.queues = queues;
    }

    /** What a queue may hold and holds; the limit is null if there is none, and of a label it is in its row. */
    record Queue(
            String name,
            boolean isDefault,
            BigDecimal weight,
            BigDecimal nominalQuota,
            @Nullable BigDecimal borrowingLimit,
            BigDecimal held,
            List<Label> labels,
            double usedCoreSeconds,
            int running,
            int waiting) {

        static Queue of(QueueState state) {
            JobQueue settings = state.row().queue();
            return new Queue(
                    state.name(),
                    state.row().isDefault(),
                    settings.weight(),
                    settings.nominalQuota(),
                    settings.borrowingLimit(),
                    state.held(),
                    labels(state),
                    state.usedCoreSeconds(),
                    state.running(),
                    state.waiting());
        }

        private static List<Label> labels(QueueState state) {
            Map<String, ResourceQuantity> limits = state.row().queue().limits();
            TreeSet<String> names = new TreeSet<>(limits.keySet());
            names.addAll(state.heldLabels().labels());
            return names.stream()
                    .map(name -> {
                        ResourceQuantity limit = limits.get(name);
                        return new Label(
                                name, state.heldLabels().get(name).decimal(), limit == null ? null : limit.decimal());
                    })
                    .toList();
        }
    }

    /** What jobs of a queue hold of a label of nodes, and may hold; null for any amount. */
    record Label(String name, BigDecimal held, @Nullable BigDecimal limit) {}

    record Answer(
            List<ResourceQueries.Engine> engines,
            List<ResourceQueries.Lease> leases,
            List<ResourceQueries.Waiting> waiting,
            List<Queue> queues) {}

    @GetMapping("/board/api/resources")
    Answer resources(VisibleJobs visible) {
        return new Answer(
                resources.engines(),
                resources.leases(visible),
                resources.waiting(visible),
                queues.states().stream().map(Queue::of).toList());
    }
}
