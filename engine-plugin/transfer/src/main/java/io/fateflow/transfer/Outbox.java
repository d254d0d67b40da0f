package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.database.Json;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.transfer.Address.Member;

/**
 * What executors of this site send to parties of others. A transfer that was accepted is on the disk, and goes out until it
 * is there, its session has ended, or the other site was away for too long.
 */
public final class Outbox implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    private final ExchangeSpool spool;
    private final TransferDelivery deliverer;
    private final Map<Protocol, TransferSender> senders;
    private final PendingTransfers underway = new PendingTransfers();
    private final Map<Long, ReceiverQueue> queues = new ConcurrentHashMap<>();
    private final ExecutorService threads;
    private final ReceiverQueue.Tools tools;

    /**
     * How it sends.
     *
     * @param senders closed with the outbox
     * @param fateVersion which FATE this site says it is
     * @param giveUpAfter how long another site may be away, before what is for it is lost
     */
    public record Settings(
            PartyDirectory directory,
            Map<Protocol, TransferSender> senders,
            SiteSigner signer,
            String fateVersion,
            Duration giveUpAfter) {}

    public Outbox(ExchangeSpool spool, Settings settings, Clock clock) {
        this.spool = spool;
        this.senders = Map.copyOf(settings.senders());
        this.deliverer =
                new TransferDelivery(spool, settings.directory(), senders, settings.signer(), settings.fateVersion());
        AtomicInteger number = new AtomicInteger();
        this.threads =
                Executors.newCachedThreadPool(task -> new Thread(task, "fate-outbox-" + number.incrementAndGet()));
        this.tools = new ReceiverQueue.Tools(
                this::execute,
                this::later,
                clock,
                settings.giveUpAfter(),
                transfer -> underway.remove(transfer.address()));
        spool.onClose(this::drop);
    }

    private void execute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("the server stops; what is left goes out after its next start");
        }
    }

    private void later(Runnable work, Duration after) {
        CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS, this::execute)
                .execute(work);
    }

    /** Takes up what was accepted before the restart. Sessions that ended meanwhile should be closed before. */
    public void start() throws IOException {
        for (Path letter : spool.files().files(SpoolDirectory.LETTER)) {
            try {
                send(Transfer.of(Json.read(Files.readString(letter))));
            } catch (WireFormatException | IllegalStateException e) {
                LOG.warn("{} describes no transfer and stays where it is", letter, e);
            }
        }
    }

    /**
     * Stores data for a party elsewhere, and returns when it is on the disk.
     *
     * @param data read to its end, and not closed
     * @throws NoSpaceException if the disk is nearly full
     * @throws IOException if the sender broke off or the disk failed; nothing is stored then
     */
    public Sent accept(String jobId, String taskId, int version, Address address, InputStream data) throws IOException {
        Path file = spool.files().file(address);
        CompletableFuture<Transfer> accepted = new CompletableFuture<>();
        Sent sent = spool.write(address.session(), file, part -> {
            CountedCopy copy = CountedCopy.durable(data, part, spool.space(), SpoolDirectory.parent(file));
            Transfer transfer = new Transfer(
                    jobId,
                    taskId,
                    version,
                    address.from(),
                    address.to(),
                    address.name(),
                    address.tag(),
                    copy.size(),
                    copy.sha256());
            Files.move(part, SpoolDirectory.with(file, SpoolDirectory.OUTGOING), StandardCopyOption.ATOMIC_MOVE);
            SpoolDirectory.write(SpoolDirectory.with(file, SpoolDirectory.LETTER), Json.write(transfer.json()));
            accepted.complete(transfer);
        });
        if (sent == Sent.STORED) {
            send(accepted.join());
        }
        return sent;
    }

    private void send(Transfer transfer) {
        if (underway.add(transfer.address())) {
            queues.computeIfAbsent(transfer.receiver(), party -> new ReceiverQueue(deliverer, tools))
                    .add(transfer);
        }
    }

    /**
     * Waits, without using a thread, until everything that a party has sent is there.
     *
     * @param wait after which {@link Settlement.NotYet} is the answer
     */
    public CompletableFuture<Settlement> settled(String session, Member from, Duration wait) {
        return underway.settled(session, from, wait).thenApply(settlement -> spool.failure(session)
                .<Settlement>map(Settlement.Lost::new)
                .orElse(settlement));
    }

    private void drop(String session) {
        queues.values().forEach(queue -> queue.drop(session));
        underway.removeAll(session);
    }

    /** Nobody waits any more: executors ask again, until there is a server. */
    public void endWaits() {
        underway.endWaits();
    }

    /** Transfers under way are broken off; they go on after the next start. */
    @Override
    public void close() {
        threads.shutdownNow();
        senders.values().forEach(TransferSender::close);
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("a transfer is still being sent");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
