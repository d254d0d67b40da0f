package io.fateflow.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Transfers of other sites on their way into the spool. */
public final class TransferReceiver {

    private final ExchangeSpool spool;
    private final Map<Path, PartialFile> halves = new ConcurrentHashMap<>();

    public TransferReceiver(ExchangeSpool spool) {
        this.spool = spool;
        spool.onClose(this::forget);
    }

    /** Whether a transfer is here, or was taken by its reader. */
    boolean isHere(Transfer transfer) {
        return ExchangeSpool.isKnown(target(transfer));
    }

    /**
     * Takes a transfer in, from where it was left.
     *
     * @throws NoSpaceException if the rest of it does not fit on the disk
     */
    ReceivingConnection open(Transfer transfer) throws IOException {
        String session = transfer.address().session();
        spool.files().prepare(session);
        ReceivingConnection arrival =
                new ReceivingConnection(transfer, half(transfer), target(transfer), intact -> finish(transfer, intact));
        if (spool.isClosed(session)) {
            // it was closed between the look and now: nothing of it comes back
            forget(session);
            spool.files().remove(session);
        }
        return arrival;
    }

    private PartialFile half(Transfer transfer) throws IOException {
        try {
            return halves.computeIfAbsent(halfFile(transfer), key -> {
                try {
                    return new PartialFile(transfer, key, spool.space());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** All bytes are there, and checked: hands them to whoever waits. */
    private TransferProgress finish(Transfer transfer, boolean intact) throws IOException {
        halves.remove(halfFile(transfer));
        String session = transfer.address().session();
        if (spool.isClosed(session)) {
            spool.files().remove(session);
            return TransferProgress.end(TransferProgress.State.UNWANTED, "");
        }
        if (!intact) {
            return TransferProgress.end(
                    TransferProgress.State.LATER,
                    "FFB-6607 the data has another checksum than its description; all of it again");
        }
        spool.arrived(target(transfer));
        return TransferProgress.complete(transfer.size());
    }

    /** A sender that has other data under the same name begins anew. */
    private Path halfFile(Transfer transfer) {
        return SpoolDirectory.with(target(transfer), "-" + transfer.sha256() + SpoolDirectory.HALF);
    }

    private Path target(Transfer transfer) {
        return spool.files().file(transfer.address());
    }

    private void forget(String session) {
        Path directory = spool.files().of(session);
        halves.entrySet().removeIf(half -> {
            boolean over = half.getKey().startsWith(directory);
            if (over) {
                half.getValue().abandon();
            }
            return over;
        });
    }

    /** How many bytes are here of a transfer that is not complete; for tests. */
    long halfReceived(Transfer transfer) throws IOException {
        Path file = halfFile(transfer);
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
