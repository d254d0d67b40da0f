package io.fateflow.engine.initiator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.fateflow.dsl.Party;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyGateway;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.worker.retry.Backoff;

/**
 * Takes a job's cores at all of its parties or at none, one after the other in the global order, so that two initiators
 * can't starve each other: the next is asked when the one before has granted. Whoever refuses, or does not answer for a
 * while, has everything given back, in the opposite order; who did not answer may have granted, and gives back, too.
 *
 * <p>Called again and again with the job's gate locked, it goes on where it was: what it has asked is in the outbox.
 *
 * <p>Whether the job could start was asked with its creation; here it is asked again of those that have said no.
 */
public final class GangReservation {

    static final String CHECK = "dependence/check";
    static final String APPLY = "resource/apply";
    private static final String RETURN = "resource/return";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final PartyGateway here;
    private final CommandOutbox outbox;
    private final Clock clock;

    /** @param here does what parties of this site are asked */
    public GangReservation(PartyGateway here, CommandOutbox outbox, Clock clock) {
        this.here = here;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** Goes on with the reservation of a job that has parties on other sites. */
    public Reservation goOn(String jobId, List<Party> local, List<Party> remote) {
        List<PartyCommandRow> unanswered = outbox.heads(jobId);
        if (!unanswered.isEmpty()) {
            return awaiting(jobId, local, remote, unanswered);
        }
        for (Party party : remote) {
            Optional<Reservation> pause = pause(party, outbox.sinceWaiting(jobId, party));
            if (pause.isPresent()) {
                giveBack(jobId, local, remote);
                return pause.get();
            }
        }
        return check(jobId, remote).orElseGet(() -> reserve(jobId, local, remote));
    }

    /** What was granted is kept for a while, then given back, so that others can have it. */
    private Reservation awaiting(
            String jobId, List<Party> local, List<Party> remote, List<PartyCommandRow> unanswered) {
        long now = clock.millis();
        if (unanswered.stream().anyMatch(row -> now - row.createTime() >= PATIENCE.toMillis())) {
            giveBack(jobId, local, remote);
        }
        List<String> missing = unanswered.stream()
                .map(row ->
                        "%s has not answered %s since %s".formatted(row.party(), row.action(), time(row.createTime())))
                .toList();
        return new Reservation.Asked(String.join("; ", missing), PATIENCE);
    }

    /** Whether a party has refused, or is preparing something, so shortly ago that it is not asked again yet. */
    private Optional<Reservation> pause(Party party, List<PartyCommandRow> commands) {
        List<PartyCommandRow> refusals = commands.stream()
                .filter(row -> row.isRefused() && (row.is(CHECK) || row.is(APPLY)))
                .toList();
        if (refusals.isEmpty()) {
            return Optional.empty();
        }
        PartyCommandRow last = refusals.get(refusals.size() - 1);
        long over = last.answerTime() + afterRefusals(refusals.size()).toMillis();
        long left = over - clock.millis();
        if (left <= 0
                || last.readyTime() > 0
                || commands.stream().anyMatch(row -> row.number() > last.number() && row.is(last.action()))) {
            return Optional.empty();
        }
        return Optional.of(new Reservation.Refused(
                (last.saysNotYet() ? "%s is not ready, as it said to %s at %s: %s" : "%s refused %s at %s: %s")
                        .formatted(party, last.action(), time(last.answerTime()), last.message()),
                Duration.ofMillis(left),
                true));
    }

    /** 5 s, 10 s, 20 s and so on, up to 10 minutes. */
    static Duration afterRefusals(int count) {
        return new Backoff(FIRST_PAUSE, LONGEST_PAUSE).full(count);
    }

    /** Everybody is asked at once whether the job could start, and nobody for cores before all could. */
    private Optional<Reservation> check(String jobId, List<Party> remote) {
        List<Party> unready = remote.stream()
                .filter(party ->
                        outbox.sinceWaiting(jobId, party).stream().noneMatch(row -> row.is(CHECK) && row.isDone()))
                .toList();
        unready.forEach(party -> outbox.add(new JobCall.CheckDependence(new JobAddress(jobId, party))));
        return unready.isEmpty() ? Optional.empty() : Optional.of(asked("whether the job could start", unready));
    }

    private Reservation reserve(String jobId, List<Party> local, List<Party> remote) {
        List<Party> everybody = new ArrayList<>(local);
        everybody.addAll(remote);
        for (Party party : everybody.stream().sorted().toList()) {
            Optional<? extends Reservation> obstacle =
                    remote.contains(party) ? granted(jobId, party) : take(jobId, party, local, remote);
            if (obstacle.isPresent()) {
                return obstacle.get();
            }
        }
        return new Reservation.Granted();
    }

    /** @return what is awaited, if it has not granted yet */
    private Optional<Reservation.Asked> granted(String jobId, Party party) {
        return holds(jobId, party) ? Optional.empty() : Optional.of(ask(jobId, party));
    }

    private Reservation.Asked ask(String jobId, Party party) {
        outbox.add(new JobCall.ApplyResource(new JobAddress(jobId, party)));
        return asked("for the job's cores", List.of(party));
    }

    /**
     * Asks the party behind one that has granted, with the job's gate locked, if no party of this site is between them: what this
     * site has is for {@link #goOn} to look at, and so is everything else that is not plain. A job that was woken for each party cost
     * its initiator a turn of its process each time.
     *
     * @return what it awaits now; empty if it was nobody's turn
     */
    Optional<Reservation.Asked> goOnBehind(Party granted, String jobId, List<Party> local, List<Party> remote) {
        return Stream.concat(local.stream(), remote.stream())
                .filter(party -> party.compareTo(granted) > 0)
                .min(Comparator.naturalOrder())
                .filter(next -> remote.contains(next) && holds(jobId, granted) && !holds(jobId, next))
                .map(next -> ask(jobId, next));
    }

    private Optional<Reservation> take(String jobId, Party party, List<Party> local, List<Party> remote) {
        Map<Party, PartyReply> replies = here.send(jobId, List.of(party), new PartyCommand.ApplyJobResources());
        if (!(replies.get(party) instanceof PartyReply.Refused refused)) {
            return Optional.empty();
        }
        giveBack(jobId, local, remote);
        return Optional.of(new Reservation.Refused(refused.party() + ": " + refused.message(), LONGEST_PAUSE, false));
    }

    /** Whether a party has granted and not been asked to give back. */
    private boolean holds(String jobId, Party party) {
        return lastOfResources(jobId, party)
                .filter(row -> row.is(APPLY) && row.isDone())
                .isPresent();
    }

    private Optional<PartyCommandRow> lastOfResources(String jobId, Party party) {
        return outbox.sinceWaiting(jobId, party).stream()
                .filter(row -> row.is(APPLY) || row.is(RETURN))
                .max(Comparator.comparingLong(PartyCommandRow::number));
    }

    /** Gives everything back, also what may have been granted without our knowing. */
    public void giveBack(String jobId, List<Party> local, List<Party> remote) {
        remote.stream()
                .sorted(Comparator.reverseOrder())
                .filter(party -> lastOfResources(jobId, party)
                        .filter(row -> row.is(APPLY) && (row.isDone() || !row.isAnswered()))
                        .isPresent())
                .forEach(party -> outbox.add(new JobCall.ReturnResource(new JobAddress(jobId, party))));
        here.send(jobId, local, new PartyCommand.ReturnJobResources());
    }

    private static Reservation.Asked asked(String what, List<Party> parties) {
        return new Reservation.Asked(
                parties.stream()
                                .map(Party::toString)
                                .reduce("%s and %s"::formatted)
                                .orElse("") + " has been asked " + what,
                PATIENCE);
    }

    private static Instant time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
    }
}
