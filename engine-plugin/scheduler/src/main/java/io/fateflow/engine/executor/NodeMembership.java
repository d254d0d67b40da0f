package io.fateflow.engine.executor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.node.DatabaseSessions;
import io.fateflow.engine.node.Node;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.node.NodeStore;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.node.WorkerStore;

/**
 * This server among the site's others: it shows that it lives, wakes them and is woken, and takes over what the dead have
 * left. Every node does so; what is done twice changes nothing.
 */
public final class NodeMembership {

    private static final Logger log = LoggerFactory.getLogger(NodeMembership.class);

    private final EngineCommands commands;
    private final JdbcTemplate jdbc;
    private final NodeStore nodes;
    private final WorkerStore workers;
    private final NodeStore ownSigns;
    private final WorkerStore workersSigns;
    private final DatabaseSessions sessions;
    private final NodeChannel channel;
    private final ExecutorTaskService tasks;
    private final Wakeups wakeups;
    private final Silence silence;
    private final List<Consumer<String>> dataListeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> missedListeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> commitListeners = new CopyOnWriteArrayList<>();
    private volatile List<Node> known = List.of();

    /**
     * After which silence somebody is dead.
     *
     * @param node a server
     * @param worker a worker
     * @param absence a worker that has said that it goes, and comes back
     */
    public record Silence(Duration node, Duration worker, Duration absence) {}

    /** Who is woken here when another node says so. */
    public record Wakeups(ExecutorTaskSignal tasks, Revocations revocations, AttemptEnds ends) {}

    /**
     * Makes it.
     *
     * @param signs connections for heartbeats, on which nobody waits for a lock
     */
    public NodeMembership(
            EngineCommands commands,
            JdbcTemplate jdbc,
            JdbcTemplate signs,
            DatabaseSessions sessions,
            NodeChannel channel,
            ExecutorTaskService tasks,
            Wakeups wakeups,
            Silence silence) {
        this.commands = commands;
        this.jdbc = jdbc;
        this.nodes = new NodeStore(jdbc);
        this.workers = new WorkerStore(jdbc);
        this.ownSigns = new NodeStore(signs);
        this.workersSigns = new WorkerStore(signs);
        this.sessions = sessions;
        this.channel = channel;
        this.tasks = tasks;
        this.wakeups = wakeups;
        this.silence = silence;
    }

    /** Begins to hear other nodes. */
    public void listen() {
        channel.listen(new NodeChannel.Listener() {
            @Override
            public void heard(NodeSignal signal) {
                NodeMembership.this.heard(signal);
            }

            @Override
            public void missed() {
                wakeups.tasks().wake();
                wakeups.revocations().signal();
                missedListeners.forEach(Runnable::run);
            }
        });
    }

    public void close() {
        channel.close();
    }

    /** Has somebody told when data for executors arrives at another node: the file, as the spool names it. */
    public void onData(Consumer<String> listener) {
        dataListeners.add(listener);
    }

    /** Has somebody look for themselves when other nodes may have told what was not heard here. */
    public void onMissed(Runnable listener) {
        missedListeners.add(listener);
    }

    /** Has somebody told when other nodes have committed something; several commits are told once. */
    public void onCommits(Runnable listener) {
        commitListeners.add(listener);
        missedListeners.add(listener);
    }

    /** Tells the other nodes that this one has committed something: for those who look, nobody's work depends on it. */
    public void committed() {
        channel.tell(new NodeSignal.Committed());
    }

    /** Tells the other nodes of data that has arrived here. */
    public void dataArrived(String file) {
        channel.tell(new NodeSignal.DataArrived(file));
    }

    /** This node begins to live: what an earlier start of it has left is free. */
    public void started(Node own) {
        nodes.before(own).ifPresent(this::free);
        seen(own);
    }

    /**
     * This node lives. Waits for nobody.
     *
     * @return whether it was not known: it is new, or others have taken it for dead
     */
    public boolean seen(Node own) {
        return ownSigns.seen(own);
    }

    /** Under which name this server's engine takes its jobs. */
    public String lockOwner() {
        return commands.lockOwner();
    }

    /** How this server's database sessions are named. */
    public String sessionName() {
        return sessions.name();
    }

    /** This node goes, and its engine does no more jobs: those that it had taken are free. */
    public void gone(Node own) {
        freeJobs(own.lockOwner());
        nodes.gone(own.name(), own.lockOwner());
    }

    /** A worker has said how it is; whether it is to take no more tasks. Waits for nobody. */
    public boolean seen(SiteWorker worker) {
        return workersSigns.seen(worker);
    }

    /** A worker has ended and left nothing. */
    public void gone(String workerId) {
        workers.gone(workerId);
    }

    /**
     * Takes over what dead nodes have left.
     *
     * @param mayJudge asked after it was read who was silent: whether this node has seen the database all the time until now.
     *     While it was away, nobody could be heard
     */
    public void buryNodes(BooleanSupplier mayJudge) {
        List<Node> silent = nodes.silentFor(silence.node());
        if (mayJudge.getAsBoolean()) {
            silent.forEach(dead -> {
                log.warn("the server {} is dead", dead.name());
                free(dead);
                nodes.removeSilent(dead);
            });
        }
    }

    /**
     * Ends what dead workers have left.
     *
     * @param mayJudge as for {@link #buryNodes}
     */
    public void buryWorkers(BooleanSupplier mayJudge) {
        List<String> lost = workers.lost(silence.worker(), silence.absence(), silence.node());
        if (mayJudge.getAsBoolean()) {
            lost.forEach(this::endAttemptsOf);
            workers.forgetSilent(silence.absence());
        }
    }

    /** First its sessions: a server that only stands still holds locks in them, and would go on with what is freed. */
    private void free(Node dead) {
        int ended = sessions.end(dead.sessions());
        if (ended > 0) {
            log.warn("{} database sessions of the server {} were ended", ended, dead.name());
        }
        freeJobs(dead.lockOwner());
    }

    /** How long a node has to have seen the database before it may take over. */
    public Duration longestSilence() {
        return silence.worker().compareTo(silence.node()) > 0 ? silence.worker() : silence.node();
    }

    /** After how long the first may be called dead. */
    public Duration shortestSilence() {
        return silence.worker().compareTo(silence.node()) < 0 ? silence.worker() : silence.node();
    }

    public List<Node> nodes() {
        return nodes.all();
    }

    /** As {@link #nodes}, without waiting for a lock; {@link #urls} is of the last such look. */
    public List<Node> known() {
        known = ownSigns.all();
        return known;
    }

    /** Where executors reach the site's servers, this one and the others, as when it was last looked. */
    public List<String> urls() {
        return known.stream().map(Node::url).toList();
    }

    public List<SiteWorker> workers() {
        return workers.all();
    }

    /** Tells a worker to take no more tasks, or to take them again; how many of that name there are. */
    public int drain(String worker, boolean drain) {
        return commands.execute(engine -> workers.drain(worker, drain));
    }

    /** What fails for one worker is tried again at the next look, and holds up nobody else's. */
    private void endAttemptsOf(String worker) {
        try {
            int lost = tasks.lost(worker);
            log.warn("the worker {} is dead; {} attempts are lost", worker, lost);
        } catch (RuntimeException e) {
            log.error("the attempts of the dead worker {} cannot be ended", worker, e);
        }
    }

    private void heard(NodeSignal signal) {
        if (signal instanceof NodeSignal.AttemptEnded ended) {
            wakeups.ends().heard(ended.taskId(), ended.version());
        } else if (signal instanceof NodeSignal.DataArrived arrived) {
            dataListeners.forEach(listener -> listener.accept(arrived.file()));
        } else if (signal instanceof NodeSignal.Committed) {
            commitListeners.forEach(Runnable::run);
        } else if (signal instanceof NodeSignal.Revoked) {
            wakeups.revocations().signal();
        } else {
            wakeups.tasks().wake();
        }
    }

    /** The engine would wait for the locks to run out, and they are long, for steps that are. */
    private void freeJobs(String lockOwner) {
        List<String> jobs =
                jdbc.queryForList("select id_ from act_ru_job where lock_owner_ = ?", String.class, lockOwner);
        jobs.forEach(commands::freeJob);
        if (!jobs.isEmpty()) {
            log.info("{} engine jobs of a server that is gone are free again", jobs.size());
        }
    }
}
