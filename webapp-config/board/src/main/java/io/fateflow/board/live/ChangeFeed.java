package io.fateflow.board.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import jakarta.annotation.PreDestroy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.node.Commits;

/**
 * Tells open pages what was committed, here or on another node. Commits that come in quick succession are looked at once,
 * with one question for all open pages, whoever shows what; without open pages nothing is asked at all.
 */
@Component
final class ChangeFeed {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
    private static final long GATHER_MILLIS = 300;

    private final ChangeQueries queries;
    private final NodeMembership nodes;
    private final ExecutorService thread;
    private final Executor soon;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
    private final Map<String, String> known = new HashMap<>();

    ChangeFeed(ChangeQueries queries, NodeMembership nodes, Commits commits) {
        this.queries = queries;
        this.nodes = nodes;
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread worker = new Thread(work, "board-changes");
            worker.setDaemon(true);
            return worker;
        });
        this.soon = CompletableFuture.delayedExecutor(GATHER_MILLIS, TimeUnit.MILLISECONDS, thread);
        commits.onCommit(this::committedHere);
        nodes.onCommits(this::look);
    }

    /** Whoever follows a job, or the list of all of them. */
    interface Follower {

        /** The job that is followed; empty for the list. */
        String topic();

        /** What is followed has changed. */
        void changed();
    }

    void add(Follower follower) {
        followers.add(follower);
        look();
    }

    void remove(Follower follower) {
        followers.remove(follower);
    }

    int size() {
        return followers.size();
    }

    private void committedHere() {
        look();
        later(told, this::tellOthers);
    }

    private void look() {
        if (!followers.isEmpty()) {
            later(asked, this::publish);
        }
    }

    private void later(AtomicBoolean planned, Runnable work) {
        if (planned.compareAndSet(false, true)) {
            soon.execute(() -> {
                planned.set(false);
                work.run();
            });
        }
    }

    private void tellOthers() {
        try {
            nodes.committed();
        } catch (DataAccessException e) {
            LOG.debug("pages of other nodes hear of this with the next commit", e);
        }
    }

    private void publish() {
        List<String> jobs = followers.stream()
                .map(Follower::topic)
                .filter(topic -> !topic.isEmpty())
                .distinct()
                .toList();
        boolean list = followers.stream().anyMatch(follower -> follower.topic().isEmpty());
        try {
            Map<String, String> now = queries.states(jobs);
            if (list) {
                now.put("", queries.stateOfList());
            }
            Set<String> changed = now.entrySet().stream()
                    .filter(state -> !state.getValue().equals(known.get(state.getKey())))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            known.clear();
            known.putAll(now);
            followers.stream()
                    .filter(follower -> changed.contains(follower.topic()))
                    .forEach(Follower::changed);
        } catch (DataAccessException e) {
            LOG.debug("open pages are told with the next commit", e);
        }
    }

    @PreDestroy
    void close() {
        thread.shutdownNow();
    }
}
