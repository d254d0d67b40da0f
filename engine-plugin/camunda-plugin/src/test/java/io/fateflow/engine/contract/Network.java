package io.fateflow.engine.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.incoming.WireRequest;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.federation.wire.WireText;

/** Joins sites in memory: calls are written and read as on the wire, and may be lost, come twice, or late. */
final class Network {

    /** After which the caller of a slow site has given up. */
    static final Duration TOO_LATE = Duration.ofSeconds(100);

    private final boolean together;
    private final Map<Long, WireDispatcher> sites = new ConcurrentHashMap<>();
    private final Set<Long> down = ConcurrentHashMap.newKeySet();
    private final Queue<Call> delivered = new ConcurrentLinkedQueue<>();
    private final Queue<Call> late = new ConcurrentLinkedQueue<>();
    private volatile Predicate<Call> answerLost = Network::none;
    private volatile Predicate<Call> twice = Network::none;
    private volatile Predicate<Call> delayed = Network::none;
    private volatile Predicate<Call> lost = Network::none;
    private volatile Predicate<Call> slow = Network::none;
    private volatile Consumer<Call> asked = call -> {};

    /** @param together whether sites take several commands in one message: each of them counts as a call here, too */
    Network(boolean together) {
        this.together = together;
    }

    boolean together() {
        return together;
    }

    /** A call as it went over the wire. */
    record Call(long from, long to, String path, String body, CallHeaders headers) {

        static Call of(long from, long to, WireCall call, CallHeaders headers) {
            return new Call(from, to, call.path(), PythonJson.dumps(call.body()), headers);
        }

        /** The commands that went together; of any other call itself. */
        List<Call> parts() {
            WireCall call = WireRoutes.parse(path, WireText.body(WireText.read(body.getBytes(StandardCharsets.UTF_8))))
                    .orElseThrow();
            return call instanceof PartyCommands commands
                    ? commands.commands().stream()
                            .map(command -> of(from, to, command.call(), headers.numbered(command.number())))
                            .toList()
                    : List.of(this);
        }

        boolean has(Predicate<Call> what) {
            return parts().stream().anyMatch(what);
        }

        /** The path without version and job id, tasks without their id: {@code host/10000/create}. */
        String action() {
            return path.replaceFirst("^/v1/(party|initiator)/\\d+/", "").replaceFirst("/\\d{20,}_", "/");
        }

        boolean is(String end) {
            return path.endsWith("/" + end);
        }
    }

    private static boolean none(Call call) {
        return call.path().isEmpty();
    }

    Federation of(long partyId) {
        PartyTransport transport = new PartyTransport() {

            @Override
            public CallOutcome call(Party sender, long receiver, WireCall call, Tries tries) {
                return Network.this.call(partyId, sender, receiver, call, 0);
            }

            @Override
            public CallOutcome command(Party sender, long receiver, WireCall call, long number, Tries tries) {
                return Network.this.call(partyId, sender, receiver, call, number);
            }

            @Override
            public boolean takesCommandsTogether(long receiver) {
                return together;
            }
        };
        return new Federation(transport, new SiteIdentity(partyId, "1.11.4", "127.0.0.1", 9380, 9360));
    }

    void connect(long partyId, PartyWireHandler handler) {
        sites.put(partyId, new WireDispatcher(handler, new SiteAuthentication(partyId, null, Map.of()), refused -> {}));
    }

    private CallOutcome call(long from, Party sender, long receiver, WireCall call, long number) {
        CallHeaders headers =
                new CallHeaders("1.11.4", Long.toString(from), Long.toString(receiver), sender.role(), "", number);
        Call sent = Call.of(from, receiver, call, headers);
        if (isPreflight(call)) {
            asked.accept(sent);
        }
        if (isPreflight(call) && !down.contains(receiver)) {
            return CallOutcome.of(receiver, deliver(sent));
        }
        if (down.contains(receiver) || down.contains(from) || sent.has(lost)) {
            return new CallOutcome.Unreachable(receiver, "party %d can't be reached".formatted(receiver));
        }
        if (sent.has(delayed)) {
            late.add(sent);
            return new CallOutcome.TimedOut(receiver, Duration.ofSeconds(1));
        }
        Answer answer = deliver(sent);
        if (sent.has(slow)) {
            return new CallOutcome.TimedOut(receiver, TOO_LATE);
        }
        if (sent.has(twice)) {
            deliver(sent);
        }
        if (sent.has(answerLost)) {
            return new CallOutcome.TimedOut(receiver, Duration.ofSeconds(1));
        }
        return CallOutcome.of(receiver, answer);
    }

    /** Single calls go wrong with jobs that have been accepted: everybody is there when they are submitted. */
    private static boolean isPreflight(WireCall call) {
        return call instanceof SiteCall.CommonInfo || call instanceof JobCall.Preflight;
    }

    private Answer deliver(Call call) {
        delivered.addAll(call.parts());
        Answer answer = Optional.ofNullable(sites.get(call.to()))
                .orElseThrow()
                .dispatch(new WireRequest(
                        "POST",
                        call.path(),
                        call.headers(),
                        call.body().getBytes(StandardCharsets.UTF_8),
                        new CallerEvidence("192.0.2.1", List.of())));
        return WireText.answer(WireText.write(answer));
    }

    /** Such calls are done, and answered too late. */
    void answerTooLate(Predicate<Call> calls) {
        slow = calls;
    }

    /** Is told of calls that ask whether a site is ready for a job, by the thread that calls. */
    void whenAsked(Consumer<Call> listener) {
        asked = listener;
    }

    /** From now on nobody reaches the site, nor does it reach anybody. */
    void goDown(long partyId) {
        down.add(partyId);
    }

    void comeBack(long partyId) {
        down.remove(partyId);
    }

    /** The call is done, but its caller gets no answer. */
    void loseAnswers(Predicate<Call> which) {
        answerLost = which;
    }

    void lose(Predicate<Call> which) {
        lost = which;
    }

    void deliverTwice(Predicate<Call> which) {
        twice = which;
    }

    /** The caller hears nothing, and the call arrives with {@link #deliverDelayed}. */
    void delay(Predicate<Call> which) {
        delayed = which;
    }

    /** The last first. */
    void deliverDelayed() {
        delayed = Network::none;
        List<Call> calls = List.copyOf(late);
        late.clear();
        for (int i = calls.size() - 1; i >= 0; i--) {
            deliver(calls.get(i));
        }
    }

    int delayed() {
        return late.size();
    }

    /** Everything is well again. */
    void heal() {
        down.clear();
        answerLost = Network::none;
        twice = Network::none;
        lost = Network::none;
        slow = Network::none;
        delayed = Network::none;
        asked = call -> {};
    }

    /** Nothing has ever arrived. */
    void forget() {
        delivered.clear();
        late.clear();
    }

    /** What arrived, in order. */
    List<Call> delivered() {
        return List.copyOf(delivered);
    }
}
