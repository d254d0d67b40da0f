package io.fateflow.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.federation.auth.CallSigner;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;

/** Makes one try to deliver a transfer, and keeps the files in step with what came of it. */
final class TransferDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(TransferDelivery.class);

    private final ExchangeSpool spool;
    private final PartyDirectory directory;
    private final Map<Protocol, TransferSender> senders;
    private final CallSigner signer;
    private final String fateVersion;

    TransferDelivery(
            ExchangeSpool spool,
            PartyDirectory directory,
            Map<Protocol, TransferSender> senders,
            SiteSigner signer,
            String fateVersion) {
        this.spool = spool;
        this.directory = directory;
        this.senders = Map.copyOf(senders);
        this.signer = new CallSigner(signer, directory.clock());
        this.fateVersion = fateVersion;
    }

    Delivery deliver(Transfer transfer) {
        Path file = spool.files().file(transfer.address());
        if (!Files.exists(SpoolDirectory.with(file, SpoolDirectory.LETTER))) {
            return new Delivery.Unwanted();
        }
        Optional<PartyRoute> route = directory.routes().to(transfer.receiver());
        if (route.isEmpty()) {
            return new Delivery.Refused("FFB-6001 this site has no route to party %d; add it to fate.federation.routes"
                    .formatted(transfer.receiver()));
        }
        TransferSender sender = senders.get(route.get().protocol());
        if (sender == null) {
            return new Delivery.Refused(
                    "this server does not speak " + route.get().protocol());
        }
        Delivery delivery = sender.carry(
                route.get(), headers(transfer), transfer, SpoolDirectory.with(file, SpoolDirectory.OUTGOING));
        if (delivery instanceof Delivery.Interrupted interrupted) {
            LOG.warn("{} is interrupted: {}", transfer, interrupted.reason());
            directory.silent(transfer.receiver(), interrupted.reason());
        }
        return delivery;
    }

    private CallHeaders headers(Transfer transfer) {
        CallHeaders unsigned = new CallHeaders(
                fateVersion,
                transfer.from().partyId(),
                transfer.to().partyId(),
                transfer.from().role(),
                "");
        return signer.sign(
                Transfer.PATH,
                unsigned,
                PythonJson.dumps(transfer.json()),
                directory.checksCallSignatures(transfer.receiver()));
    }

    /** It is there, or nobody wants it: remembered, and its data removed. */
    void done(Transfer transfer) {
        Path file = spool.files().file(transfer.address());
        try {
            Path letter = SpoolDirectory.with(file, SpoolDirectory.LETTER);
            if (Files.exists(letter)) {
                Files.move(letter, SpoolDirectory.with(file, SpoolDirectory.SENT), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.deleteIfExists(SpoolDirectory.with(file, SpoolDirectory.OUTGOING));
        } catch (IOException e) {
            // the session was closed meanwhile; else it goes out once more after the next start, which changes nothing
            LOG.debug("{} could not be removed", transfer, e);
        }
    }

    /** It will never be there: everybody in its session on this site is told. */
    void lost(Transfer transfer, String reason) {
        LOG.error("{} can't be delivered: {}", transfer, reason);
        try {
            spool.fail(
                    transfer.address().session(),
                    "FFB-6601 %s (tag %s) of %s can't be delivered to %s: %s"
                            .formatted(transfer.name(), transfer.tag(), transfer.from(), transfer.to(), reason));
        } catch (IOException e) {
            LOG.error("the loss of {} could not be written down", transfer, e);
        } finally {
            done(transfer);
        }
    }
}
