package io.fateflow.board.live;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import jakarta.annotation.PreDestroy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.node.Commits;
import io.fateflow.operations.query.ChangeQueries;
import io.fateflow.worker.retry.RepeatedWork;

/**
 * Tells open pages what is true of what they show, by a short text that is another one after each change: once they come,
 * after a commit here or on another node, and again and again while nothing happens. A page that has missed something, or
 * whose answer was older than the text, sees that the text is not the one it has asked for. Commits that come in quick
 * succession are looked at once, with one question for all open pages; without open pages nothing is asked at all. Of many
 * pages some are told at a time.
 */
@Component
final class ChangeFeed {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
    private static final String NOTHING = "";
    private static final String UNKNOWN = "unknown";

    /** Each page that is told asks for what it shows: 40 of them a second, so that many open pages do not slow jobs. */
    private static final Pace USUAL = new Pace(
            Duration.ofMillis(10),
            Duration.ofMillis(300),
            12,
            Duration.ofMillis(300),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10));

    private final Function<Collection<String>, Map<String, String>> states;
    private final Runnable others;
    private final Pace pace;
    private final RepeatedWork thread = new RepeatedWork("board-changes");
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean welcomed = new AtomicBoolean();
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicBoolean telling = new AtomicBoolean();
    private final AtomicBoolean current = new AtomicBoolean();

    /** Who follows, and what each was told last. */
    private final Map<Follower, String> followers = new ConcurrentHashMap<>();

    /** Who has to be told what, the longest wait first; the thread's alone. */
    private final Map<Follower, String> behind = new LinkedHashMap<>();

    @Autowired
    ChangeFeed(ChangeQueries queries, NodeMembership nodes, Commits commits) {
        this(queries::states, nodes::committed, USUAL);
        commits.onCommit(this::committedHere);
        nodes.onCommits(this::look);
    }

    ChangeFeed(Function<Collection<String>, Map<String, String>> states, Runnable others, Pace pace) {
        this.states = states;
        this.others = others;
        this.pace = pace;
        thread.repeat(this::repeat, pace.repeat());
    }

    /**
     * How soon things are done.
     *
     * @param welcome after somebody has come
     * @param gather after a commit, for those behind it
     * @param atOnce how many are told of a change at once
     * @param between after those, for the next ones
     * @param again after the database has not answered
     * @param repeat how often pages are told that what they have is still true; {@code api.js} knows it
     */
    record Pace(Duration welcome, Duration gather, int atOnce, Duration between, Duration again, Duration repeat) {}

    /** A page that follows something. */
    interface Follower {

        /** What is followed, as {@link ChangeQueries} names it. */
        String topic();

        /** What is true of it now; it must not take long. */
        void state(String state);
    }

    /** It is told what is true now, and from then on each change. */
    void add(Follower follower) {
        followers.put(follower, NOTHING);
        later(welcomed, pace.welcome(), this::publish);
    }

    void remove(Follower follower) {
        followers.remove(follower);
    }

    int size() {
        return followers.size();
    }

    void committedHere() {
        look();
        later(told, pace.gather(), this::tellOthers);
    }

    private void look() {
        if (!followers.isEmpty()) {
            later(asked, pace.gather(), this::publish);
        }
    }

    private void later(AtomicBoolean planned, Duration pause, Runnable work) {
        if (planned.compareAndSet(false, true)) {
            thread.later(
                    () -> {
                        planned.set(false);
                        work.run();
                    },
                    pause);
        }
    }

    private void tellOthers() {
        try {
            others.run();
        } catch (DataAccessException e) {
            LOG.debug("pages of other nodes hear of this with the next commit", e);
        }
    }

    /** There may be no further commit: what can't be looked at now is looked at again. */
    private void publish() {
        List<Follower> here = List.copyOf(followers.keySet());
        try {
            Map<String, String> now =
                    states.apply(here.stream().map(Follower::topic).distinct().toList());
            current.set(true);
            here.forEach(follower -> prepare(follower, now.getOrDefault(follower.topic(), UNKNOWN)));
            if (!telling.get()) {
                tellSome();
            }
        } catch (DataAccessException e) {
            current.set(false);
            LOG.debug("open pages are told when the database answers", e);
            later(asked, pace.again(), this::publish);
        }
    }

    /** Whoever has just come is told at once: its page waits for that. */
    private void prepare(Follower follower, String state) {
        String before = followers.get(follower);
        if (before == null || before.equals(state)) {
            behind.remove(follower);
        } else if (before.equals(NOTHING)) {
            tell(follower, state);
        } else {
            behind.put(follower, state);
        }
    }

    private void tellSome() {
        Iterator<Map.Entry<Follower, String>> next = behind.entrySet().iterator();
        for (int i = 0; i < pace.atOnce() && next.hasNext(); i++) {
            Map.Entry<Follower, String> one = next.next();
            next.remove();
            tell(one.getKey(), one.getValue());
        }
        if (!behind.isEmpty()) {
            later(telling, pace.between(), this::tellSome);
        }
    }

    private void tell(Follower follower, String state) {
        String before = followers.replace(follower, state);
        if (before != null && !before.equals(state)) {
            say(follower, state);
        }
    }

    private void say(Follower follower, String state) {
        try {
            follower.state(state);
        } catch (RuntimeException e) {
            LOG.warn("a page can't be told", e);
            followers.remove(follower);
        }
    }

    /** Nothing, while nobody knows whether it is still true: pages then say that they may be old. */
    private void repeat() {
        if (current.get()) {
            followers.forEach((follower, state) -> {
                if (!state.equals(NOTHING)) {
                    say(follower, state);
                }
            });
        }
    }

    @PreDestroy
    void close() {
        thread.close();
    }
}
