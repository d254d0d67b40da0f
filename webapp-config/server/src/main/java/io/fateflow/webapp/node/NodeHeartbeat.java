package io.fateflow.webapp.node;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.node.Node;
import io.fateflow.engine.process.QueueService;
import io.fateflow.webapp.ProductVersion;
import io.fateflow.webapp.database.SiteClock;
import io.fateflow.webapp.home.OwnAddress;
import io.fateflow.worker.process.HostName;
import io.fateflow.worker.retry.RepeatedWork;

/** Shows the site's other servers that this one lives, from when it answers until it stops, and buries the dead. */
@Component
public final class NodeHeartbeat {

    private static final Logger LOG = LoggerFactory.getLogger(NodeHeartbeat.class);
    private static final Duration THREAD_MUST_END = Duration.ofSeconds(30);

    private final NodeMembership nodes;
    private final NodeProperties properties;
    private final OwnAddress address;
    private final Clock clock;
    private final AtomicReference<@Nullable Node> own = new AtomicReference<>();
    private final SiteClock time;
    private final RepeatedWork heart = new RepeatedWork("fate-node-heart");
    private final RepeatedWork takeOver = new RepeatedWork("fate-node-take-over");
    private final Steadiness steadiness;
    private final DeadNodes burials;
    private final NodeTasks tasks;
    private final QueueService queues;
    private volatile List<Node> known = List.of();

    NodeHeartbeat(
            NodeMembership nodes,
            NodeTasks tasks,
            QueueService queues,
            NodeProperties properties,
            OwnAddress address,
            Clock clock,
            SiteClock time) {
        this.nodes = nodes;
        this.properties = properties;
        this.address = address;
        this.clock = clock;
        this.time = time;
        this.steadiness = new Steadiness(
                nodes.longestSilence(), nodes.shortestSilence(), properties.heartbeat(), System::nanoTime);
        this.burials =
                new DeadNodes(() -> own.get() != null && steadiness.holds(), nodes::buryNodes, nodes::buryWorkers);
        this.tasks = tasks;
        this.queues = queues;
    }

    /**
     * This server calls no attempt lost before that is done, however long it takes: a worker here may still be about to go on
     * with what an earlier start has left.
     */
    public void judgeNobodyBefore(CompletableFuture<?> done) {
        burials.workersNotBefore(done);
    }

    /** Before the server's own worker starts. */
    @EventListener
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void start(ApplicationReadyEvent ready) {
        if (ready.getApplicationContext() instanceof ServletWebServerApplicationContext web) {
            own.set(node(web.getWebServer().getPort()));
            nodes.listen();
            nodes.started(Objects.requireNonNull(own.get()));
            beat();
            heart.repeat(this::beat, properties.heartbeat());
            takeOver.repeat(burials, properties.heartbeat());
            takeOver.repeat(this::lookAtNodes, properties.heartbeat());
            takeOver.repeat(this::lookAtQueues, properties.heartbeat());
        }
    }

    /** Who is silent is not counted on, however long this server has seen the database: no attempt is lost by that. */
    private void lookAtNodes() {
        try {
            tasks.look();
        } catch (RuntimeException e) {
            LOG.warn("what nodes have is looked at later: {}", e.getMessage());
        }
    }

    /** Whose turn it is changes while nothing else does. */
    private void lookAtQueues() {
        try {
            queues.look();
        } catch (RuntimeException e) {
            LOG.warn("whose turn it is is looked at later: {}", e.getMessage());
        }
    }

    /** After the server's own worker has said good-bye. */
    @EventListener(ContextClosedEvent.class)
    @Order
    void stop() throws InterruptedException {
        takeOver.stop();
        takeOver.awaitEnd(THREAD_MUST_END);
        heart.stop();
        heart.awaitEnd(THREAD_MUST_END);
        Node leaving = own.getAndSet(null);
        if (leaving != null) {
            nodes.close();
            try {
                nodes.gone(leaving);
            } catch (RuntimeException e) {
                LOG.warn("the other servers will find out by themselves that this one goes: {}", e.getMessage());
            }
        }
    }

    /** Whether there was another server when it was last looked. */
    public boolean hasOthers() {
        return known.size() > 1;
    }

    /** Waits for no lock, and for no work of this server. */
    private void beat() {
        Node node = own.get();
        if (node == null) {
            return;
        }
        try {
            time.measure();
            if (nodes.seen(node.withClockDifference(time.difference().toMillis()))) {
                LOG.warn("the site's other servers had taken this one for dead: it did not show that it lives");
            }
            known = nodes.known();
            steadiness.seen();
        } catch (RuntimeException e) {
            if (steadiness.lost()) {
                LOG.warn("this server cannot show that it lives: {}", e.getMessage());
            }
        }
    }

    private Node node(int port) {
        String name = properties.name().isEmpty() ? HostName.get() + ":" + port : properties.name();
        return new Node(
                name,
                url(port),
                nodes.lockOwner(),
                ProductVersion.current(),
                clock.millis(),
                0,
                nodes.sessionName(),
                0);
    }

    private String url(int port) {
        if (!properties.url().isEmpty()) {
            return properties.url();
        }
        return address.anywhere(port);
    }
}
