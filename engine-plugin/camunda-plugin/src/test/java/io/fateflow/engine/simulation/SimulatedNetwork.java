package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireText;

/** Joins the sites. Calls are written and read as on the wire; which of them get lost, come twice, or late, the storm says. */
final class SimulatedNetwork {

    private static final int IN_FLIGHT = 8;

    private final Map<Long, SimulatedSite> sites = new HashMap<>();
    private final Map<Long, Long> cutOffUntil = new HashMap<>();
    private final Map<Long, Long> slowUntil = new HashMap<>();
    private final Map<String, Long> leftAloneUntil = new HashMap<>();
    private final List<Letter> inFlight = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final SimulatedClock clock;
    private @Nullable Storm storm;
    private @Nullable Trace trace;
    private @Nullable Crashes crashes;

    SimulatedNetwork(SimulatedClock clock) {
        this.clock = clock;
    }

    PartyTransport from(long partyId) {
        return new PartyTransport() {
            @Override
            public CallOutcome call(Party sender, long receiver, WireCall call, Tries tries) {
                return command(sender, receiver, call, 0, tries);
            }

            @Override
            public CallOutcome command(Party sender, long receiver, WireCall call, long number, Tries tries) {
                CallHeaders headers = new CallHeaders(
                        "1.11.4", Long.toString(partyId), Long.toString(receiver), sender.role(), "", number);
                Letter letter = new Letter(
                        partyId, receiver, call.path(), PythonJson.dumps(call.body()), CallHeaders.of(headers.http()));
                return isSlow(receiver) ? tooLate(letter, number, tries.timeout()) : send(letter, number);
            }
        };
    }

    void connect(SimulatedSite site) {
        sites.put(site.partyId(), site);
    }

    /** Another run begins. */
    void begin(Storm weather, Trace log, Crashes dying) {
        storm = weather;
        trace = log;
        crashes = dying;
        inFlight.clear();
        cutOffUntil.clear();
        slowUntil.clear();
        leftAloneUntil.clear();
        troubles.clear();
    }

    /** Two at once only before a job is accepted, when nothing goes wrong. */
    private synchronized CallOutcome send(Letter letter, long number) {
        demandPause(letter, number);
        Storm weather = storm;
        return weather == null || !weather.isBlowing() ? outcome(letter, deliver(letter)) : stormy(letter, weather);
    }

    /** The site does it, and the caller has given up. */
    private synchronized CallOutcome tooLate(Letter letter, long number, Duration limit) {
        demandPause(letter, number);
        send(letter, 0);
        log("  answered too late: " + letter);
        if (number > 0) {
            leftAloneUntil.put(letter.from() + "|" + number, clock.now() + limit.toMillis());
        }
        return new CallOutcome.TimedOut(letter.to(), limit);
    }

    /** A command that was answered too late is not sent again before the party has had that time once more. */
    private void demandPause(Letter letter, long number) {
        if (leftAloneUntil.getOrDefault(letter.from() + "|" + number, 0L) > clock.now()) {
            troubles.add(letter + " is sent again to a party that is slow");
        }
    }

    private CallOutcome stormy(Letter letter, Storm weather) {
        if (isCutOff(letter.from()) || isCutOff(letter.to()) || weather.hits(Fault.REQUEST_LOST)) {
            log("  lost: " + letter);
            return new CallOutcome.Unreachable(letter.to(), "party %d can't be reached".formatted(letter.to()));
        }
        if (inFlight.size() < IN_FLIGHT && weather.hits(Fault.DELAYED)) {
            log("  delayed: " + letter);
            inFlight.add(letter);
            return silence(letter);
        }
        if (letter.asks() && weather.hits(Fault.REFUSED)) {
            log("  refused: " + letter);
            return new CallOutcome.Refused(
                    letter.to(), Answer.failure(Answer.EXCEPTION_ERROR, "<NotFound '404: Not Found'>"));
        }
        if (inFlight.size() < IN_FLIGHT && weather.hits(Fault.LATE_COPY)) {
            log("  copied: " + letter);
            inFlight.add(letter);
        }
        CallOutcome outcome = answered(letter);
        if (weather.hits(Fault.TWICE)) {
            log("  once more:");
            answered(letter);
        }
        if (weather.hits(Fault.ANSWER_LOST)) {
            log("  answer lost: " + letter);
            return silence(letter);
        }
        return outcome;
    }

    private CallOutcome answered(Letter letter) {
        SimulatedSite receiver = site(letter.to());
        try {
            return outcome(letter, Objects.requireNonNull(crashes).risk(receiver, () -> deliver(letter)));
        } catch (SiteCrashed e) {
            return silence(letter);
        }
    }

    private Answer deliver(Letter letter) {
        Answer answer = WireText.answer(WireText.write(site(letter.to()).answer(letter.request())));
        log("  %s: %d %s".formatted(letter, answer.retcode(), answer.retcode() == 0 ? "" : answer.retmsg()));
        if (answer.retmsg().contains("FFB-6200")
                && !site(letter.to()).crashing().isDead()) {
            troubles.add(letter + ": " + answer.retmsg());
        }
        return answer;
    }

    private static CallOutcome outcome(Letter letter, Answer answer) {
        return switch (answer.retcode()) {
            case Answer.SUCCESS -> new CallOutcome.Done(answer);
            case Answer.NOT_EFFECTIVE -> new CallOutcome.NotEffective(answer);
            default -> new CallOutcome.Refused(letter.to(), answer);
        };
    }

    private static CallOutcome silence(Letter letter) {
        return new CallOutcome.TimedOut(letter.to(), Duration.ofSeconds(15));
    }

    private SimulatedSite site(long partyId) {
        return Objects.requireNonNull(sites.get(partyId));
    }

    private boolean isCutOff(long partyId) {
        return cutOffUntil.getOrDefault(partyId, 0L) > clock.now();
    }

    private void log(String line) {
        Trace log = trace;
        // before a job is accepted its parties are asked side by side
        if (log != null && !Thread.currentThread().getName().equals("preflight")) {
            log.add(line);
        }
    }

    /** A site reaches nobody, and nobody it. */
    void cutOff(long partyId, Duration time) {
        cutOffUntil.put(partyId, clock.now() + time.toMillis());
    }

    private boolean isSlow(long partyId) {
        return slowUntil.getOrDefault(partyId, 0L) > clock.now();
    }

    /** A site answers too late. */
    void slowDown(long partyId, Duration time) {
        slowUntil.put(partyId, clock.now() + time.toMillis());
    }

    void heal() {
        cutOffUntil.clear();
        slowUntil.clear();
    }

    /** Calls that arrive some time, or once more. */
    List<Letter> inFlight() {
        return List.copyOf(inFlight);
    }

    void deliverLate(Letter letter) {
        inFlight.remove(letter);
        answered(letter);
    }

    /** Answers that no site should ever give. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }
}
