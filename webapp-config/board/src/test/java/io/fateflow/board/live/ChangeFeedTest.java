package io.fateflow.board.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Nobody who looks at a page is left with what was true before. */
class ChangeFeedTest {

    private static final String JOB = "202603010000000000010";
    private static final String OTHER = "202603010000000000020";
    private static final Duration NEVER = Duration.ofDays(1);

    private final Map<String, String> truth = new HashMap<>(Map.of(JOB, "running"));
    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicInteger questions = new AtomicInteger();
    private final List<ChangeFeed> feeds = new ArrayList<>();

    @AfterEach
    void close() {
        feeds.forEach(ChangeFeed::close);
    }

    @Test
    void whoComesIsToldAtOnceWhatIsTrue() throws InterruptedException {
        assertThat(page(feed(NEVER), JOB).next()).isEqualTo("running");
    }

    /** The second page has read before the change, and comes after those who are here were told of it. */
    @Test
    void whoComesAfterAChangeWasToldIsToldOfItToo() throws InterruptedException {
        ChangeFeed feed = feed(NEVER);
        Page first = page(feed, JOB);
        first.next();
        truth(JOB, "success");
        feed.committedHere();
        assertThat(first.next()).isEqualTo("success");

        assertThat(page(feed, JOB).next()).isEqualTo("success");
        assertThat(first.told).isEmpty();
    }

    @Test
    void aCommitIsToldToThoseWhomItConcerns() throws InterruptedException {
        truth(OTHER, "waiting");
        ChangeFeed feed = feed(NEVER);
        Page one = page(feed, JOB);
        Page other = page(feed, OTHER);
        one.next();
        other.next();

        truth(JOB, "failed");
        feed.committedHere();

        assertThat(one.next()).isEqualTo("failed");
        assertThat(other.told).isEmpty();
    }

    /** There is no commit behind a job's last one that would have pages look again. */
    @Test
    void aLookThatFailsIsRepeatedWithoutAFurtherCommit() throws InterruptedException {
        ChangeFeed feed = feed(NEVER);
        Page page = page(feed, JOB);
        page.next();
        away.set(true);
        truth(JOB, "success");
        feed.committedHere();
        int before = questions.get();
        await("somebody has looked").until(() -> questions.get() > before);

        away.set(false);

        assertThat(page.next()).isEqualTo("success");
    }

    @Test
    void whatIsStillTrueIsSaidAgain() throws InterruptedException {
        Page page = page(feed(Duration.ofMillis(20)), JOB);

        assertThat(List.of(page.next(), page.next(), page.next())).containsOnly("running");
    }

    /** A page that hears nothing says that it may be old. */
    @Test
    void nothingIsSaidWhileNobodyKnowsWhetherItIsTrue() throws InterruptedException {
        ChangeFeed feed = feed(Duration.ofMillis(20));
        Page page = page(feed, JOB);
        page.next();
        away.set(true);
        feed.committedHere();
        int before = questions.get();
        await("two looks have failed").until(() -> questions.get() > before + 1);
        page.told.clear();

        await("another look has failed").until(() -> questions.get() > before + 3);

        assertThat(page.told).isEmpty();
    }

    @Test
    void aJobThatNobodyKnowsIsTold() throws InterruptedException {
        assertThat(page(feed(NEVER), OTHER).next()).isEqualTo("unknown");
    }

    @Test
    void whoHasGoneIsToldNothingAndNobodyAsksForHim() throws InterruptedException {
        ChangeFeed feed = feed(NEVER);
        Page page = page(feed, JOB);
        page.next();
        feed.remove(page);
        int before = questions.get();
        truth(JOB, "success");
        feed.committedHere();
        Page next = page(feed, OTHER);
        next.next();

        assertThat(page.told).isEmpty();
        assertThat(feed.size()).isEqualTo(1);
        assertThat(questions.get()).isEqualTo(before + 1);
    }

    /** Each asks for what it shows: all at once they would take what jobs need. */
    @Test
    void ofManyPagesSomeAreToldAtATime() throws InterruptedException {
        ChangeFeed feed = feed(2, NEVER, NEVER);
        List<Page> pages = pages(feed, 7);
        truth(JOB, "success");
        feed.committedHere();
        await("the first ones are told").until(() -> told(pages) > 0);

        assertThat(page(feed, JOB).next()).as("whoever comes meanwhile").isEqualTo("success");

        assertThat(told(pages)).isEqualTo(2);
    }

    @Test
    void eachOfManyPagesIsToldWhatIsTrueInTheEnd() throws InterruptedException {
        ChangeFeed feed = feed(2, Duration.ofMillis(10), NEVER);
        List<Page> pages = pages(feed, 7);
        truth(JOB, "failed");
        feed.committedHere();
        await("the first ones are told").until(() -> told(pages) > 0);
        truth(JOB, "waiting");
        feed.committedHere();

        for (Page page : pages) {
            String last = page.next();
            assertThat(last.equals("failed") ? page.next() : last).isEqualTo("waiting");
        }
    }

    /** Pages that were told once. */
    private static List<Page> pages(ChangeFeed feed, int number) throws InterruptedException {
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Page page = page(feed, JOB);
            page.next();
            pages.add(page);
        }
        return pages;
    }

    private static long told(List<Page> pages) {
        return pages.stream().filter(page -> !page.told.isEmpty()).count();
    }

    private ChangeFeed feed(Duration repeat) {
        return feed(100, Duration.ofMillis(10), repeat);
    }

    private ChangeFeed feed(int atOnce, Duration between, Duration repeat) {
        ChangeFeed feed = new ChangeFeed(
                this::states,
                () -> {},
                new ChangeFeed.Pace(
                        Duration.ofMillis(5), Duration.ofMillis(10), atOnce, between, Duration.ofMillis(30), repeat));
        feeds.add(feed);
        return feed;
    }

    private synchronized void truth(String topic, String state) {
        truth.put(topic, state);
    }

    private synchronized Map<String, String> states(Collection<String> topics) {
        questions.incrementAndGet();
        if (away.get()) {
            throw new QueryTimeoutException("the database is away");
        }
        Map<String, String> states = new HashMap<>(truth);
        states.keySet().retainAll(topics);
        return states;
    }

    private static Page page(ChangeFeed feed, String topic) {
        Page page = new Page(topic, new LinkedBlockingQueue<>());
        feed.add(page);
        return page;
    }

    private record Page(String topic, BlockingQueue<String> told) implements ChangeFeed.Follower {

        @Override
        public void state(String state) {
            told.add(state);
        }

        String next() throws InterruptedException {
            String state = told.poll(20, TimeUnit.SECONDS);
            assertThat(state).as("what the page is told next").isNotNull();
            return state;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
