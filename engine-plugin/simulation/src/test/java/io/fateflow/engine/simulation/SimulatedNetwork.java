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
    private final List<String> timedOutInThisStep = new ArrayList<>();
    private final List<SimulatedCall> inFlight = new ArrayList<>();
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
                SimulatedCall sent = new SimulatedCall(
                        partyId, receiver, call.path(), PythonJson.dumps(call.body()), CallHeaders.of(headers.http()));
                return isSlow(receiver) ? tooLate(sent, number, tries.timeout()) : send(sent, number);
            }

            @Override
            public boolean takesCommandsTogether(long receiver) {
                return storm != null && storm.sendsCommandsTogether();
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
    private synchronized CallOutcome send(SimulatedCall sent, long number) {
        demandPause(sent, number);
        Storm weather = storm;
        return weather == null || !weather.isBlowing()
                ? CallOutcome.of(sent.to(), deliver(sent))
                : stormy(sent, weather);
    }

    /** The site does it, and the caller has given up. */
    private synchronized CallOutcome tooLate(SimulatedCall sent, long number, Duration limit) {
        demandPause(sent, number);
        send(sent, 0);
        log("  answered too late: " + sent);
        if (number > 0) {
            String command = sent.from() + "|" + number;
            leftAloneUntil.put(command, clock.now() + limit.toMillis());
            timedOutInThisStep.add(command);
        }
        return new CallOutcome.TimedOut(sent.to(), limit);
    }

    /** The next step begins. */
    synchronized void step() {
        timedOutInThisStep.clear();
    }

    /** The site whose step it was crashed: what it has learned in it, it does not know. */
    synchronized void forgetStep() {
        timedOutInThisStep.forEach(leftAloneUntil::remove);
    }

    /** A command that was answered too late is not sent again before the party has had that time once more. */
    private void demandPause(SimulatedCall sent, long number) {
        if (leftAloneUntil.getOrDefault(sent.from() + "|" + number, 0L) > clock.now()) {
            troubles.add(sent + " is sent again to a party that is slow");
        }
    }

    private CallOutcome stormy(SimulatedCall sent, Storm weather) {
        if (isCutOff(sent.from()) || isCutOff(sent.to()) || weather.hits(Fault.REQUEST_LOST)) {
            log("  lost: " + sent);
            return new CallOutcome.Unreachable(sent.to(), "party %d can't be reached".formatted(sent.to()));
        }
        if (inFlight.size() < IN_FLIGHT && weather.hits(Fault.DELAYED)) {
            log("  delayed: " + sent);
            inFlight.add(sent);
            return silence(sent);
        }
        if (sent.asks() && weather.hits(Fault.REFUSED)) {
            log("  refused: " + sent);
            return new CallOutcome.Refused(
                    sent.to(), Answer.failure(Answer.EXCEPTION_ERROR, "<NotFound '404: Not Found'>"));
        }
        if (inFlight.size() < IN_FLIGHT && weather.hits(Fault.LATE_COPY)) {
            log("  copied: " + sent);
            inFlight.add(sent);
        }
        CallOutcome outcome = answered(sent);
        if (weather.hits(Fault.TWICE)) {
            log("  once more:");
            answered(sent);
        }
        if (weather.hits(Fault.ANSWER_LOST)) {
            log("  answer lost: " + sent);
            return silence(sent);
        }
        return outcome;
    }

    private CallOutcome answered(SimulatedCall sent) {
        SimulatedSite receiver = site(sent.to());
        try {
            return CallOutcome.of(sent.to(), Objects.requireNonNull(crashes).risk(receiver, () -> deliver(sent)));
        } catch (SiteCrashed e) {
            return silence(sent);
        }
    }

    private Answer deliver(SimulatedCall sent) {
        Answer answer = WireText.answer(WireText.write(site(sent.to()).answer(sent.request())));
        log("  %s: %d %s".formatted(sent, answer.retcode(), answer.retcode() == 0 ? "" : answer.retmsg()));
        if (answer.retmsg().contains("FFB-6200") && !site(sent.to()).crashing().isDead()) {
            troubles.add(sent + ": " + answer.retmsg());
        }
        return answer;
    }

    private static CallOutcome silence(SimulatedCall sent) {
        return new CallOutcome.TimedOut(sent.to(), Duration.ofSeconds(15));
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
    List<SimulatedCall> inFlight() {
        return List.copyOf(inFlight);
    }

    void deliverLate(SimulatedCall sent) {
        inFlight.remove(sent);
        answered(sent);
    }

    /** Answers that no site should ever give. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }
}
