package io.fateflow.federation.outgoing;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.dsl.Party;
import io.fateflow.federation.auth.CallSigner;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;
import io.fateflow.worker.retry.RetryInterruptedException;

/** Finds a party's route, signs the call, carries it, and keeps the directory informed. */
public final class PartyClient implements PartyTransport {

    private static final Logger LOG = LoggerFactory.getLogger(PartyClient.class);
    private static final Backoff WAITS = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    private final PartyDirectory directory;
    private final Map<Protocol, CallSender> senders;
    private final CallSigner signer;
    private final String fateVersion;
    private final Retry.Pause pause;

    /**
     * Makes a client.
     *
     * @param fateVersion which FATE this site says it is
     * @param pause waits between two tries
     */
    public PartyClient(
            PartyDirectory directory,
            Map<Protocol, CallSender> senders,
            SiteSigner signer,
            String fateVersion,
            Retry.Pause pause) {
        this.directory = directory;
        this.senders = Map.copyOf(senders);
        this.signer = new CallSigner(signer, directory.clock());
        this.fateVersion = fateVersion;
        this.pause = pause;
    }

    @Override
    public CallOutcome call(Party sender, long receiver, WireCall call, Tries tries) {
        return command(sender, receiver, call, 0, tries);
    }

    @Override
    public CallOutcome command(Party sender, long receiver, WireCall call, long number, Tries tries) {
        Optional<PartyRoute> route = directory.routes().to(receiver);
        if (route.isEmpty()) {
            return new CallOutcome.Unreachable(
                    receiver,
                    "FFB-6001 this site has no route to party %d; add it to fate.federation.routes"
                            .formatted(receiver));
        }
        CallOutcome outcome = carry(route.get(), receiver, call(sender, receiver, call, number, tries), tries);
        if (!outcome.trouble().isEmpty()) {
            LOG.warn("{}: {}", call.path(), outcome.trouble());
        }
        return outcome;
    }

    @Override
    public boolean takesCommandsTogether(long receiver) {
        return directory.takesCommandsTogether(receiver);
    }

    private OutgoingCall call(Party sender, long receiver, WireCall call, long number, Tries tries) {
        String body = PythonJson.dumps(call.body());
        CallHeaders headers =
                new CallHeaders(fateVersion, sender.idText(), Long.toString(receiver), sender.role(), "", number);
        return new OutgoingCall(call.path(), headers, call.jobId(), body, tries.timeout());
    }

    private CallOutcome carry(PartyRoute route, long receiver, OutgoingCall call, Tries tries) {
        try {
            return new Retry(WAITS::full, tries.most(), NO_LIMIT, pause)
                    .<CallOutcome, IOException>call(() -> once(route, receiver, call), PartyClient::mayPass);
        } catch (HttpTimeoutException e) {
            return new CallOutcome.TimedOut(receiver, call.timeout());
        } catch (IOException | WireFormatException e) {
            return new CallOutcome.Unreachable(
                    receiver,
                    "FFB-6002 party %d can't be reached at %s: %s".formatted(receiver, route, e.getMessage()));
        } catch (RetryInterruptedException e) {
            return new CallOutcome.Unreachable(
                    receiver, "FFB-6003 the call to party %d was broken off between two tries".formatted(receiver));
        }
    }

    private CallOutcome once(PartyRoute route, long receiver, OutgoingCall call) throws IOException {
        long start = System.nanoTime();
        try {
            CallSender sender = senders.get(route.protocol());
            if (sender == null) {
                throw new IOException("this server does not speak " + route.protocol());
            }
            boolean knowsOurs = directory.checksCallSignatures(receiver);
            CallSender.Carried carried = sender.carry(route, signed(call, knowsOurs));
            Answer answer = WireText.answer(carried.answer());
            directory.answered(
                    receiver,
                    Duration.ofNanos(System.nanoTime() - start),
                    carried.theirTime(),
                    carried.certificateEnd());
            directory.understands(receiver, carried.protocol());
            if (answer.isCopyRefused()) {
                // the network has brought the call twice, and this is the answer to the second one
                throw new IOException(answer.retmsg());
            }
            boolean isAnother = knowsOurs && !directory.checksCallSignatures(receiver);
            return isAnother && answer.retcode() == Answer.AUTHENTICATION_ERROR
                    ? once(route, receiver, call)
                    : CallOutcome.of(receiver, answer);
        } catch (IOException | WireFormatException e) {
            directory.silent(receiver, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** Each try is a call of its own. */
    private OutgoingCall signed(OutgoingCall call, boolean knowsOurs) {
        return call.with(signer.sign(call.path(), call.headers(), call.body(), knowsOurs));
    }

    private static boolean mayPass(Exception failure) {
        return failure instanceof IOException || failure instanceof WireFormatException;
    }
}
