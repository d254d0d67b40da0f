package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.Outbox;
import io.fateflow.transfer.Sent;
import io.fateflow.transfer.Settlement;
import io.fateflow.transfer.TransferRights;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;

/** Which parties are elsewhere, and what is for them. A server without federation has every party here. */
@Component
class OtherSites {

    private final ObjectProvider<Outbox> outbox;
    private final TransferRights rights;

    OtherSites(ObjectProvider<Outbox> outbox, TransferRights rights) {
        this.outbox = outbox;
        this.rights = rights;
    }

    boolean have(Holder holder, Address.Member party) {
        return outbox.getIfAvailable() != null
                && !party.partyId().equals(holder.member().partyId())
                && rights.crossesSites(holder.taskId(), holder.version(), holder.member());
    }

    boolean isParty(Holder holder, Address.Member party) {
        return rights.isParty(holder.jobId(), holder.member(), party);
    }

    Sent send(Holder holder, Address address, InputStream data) throws IOException {
        return outbox.getObject().accept(holder.jobId(), holder.taskId(), holder.version(), address, data);
    }

    CompletableFuture<Settlement> settled(Holder holder, Duration wait) {
        Outbox present = outbox.getIfAvailable();
        return present == null
                ? CompletableFuture.completedFuture(new Settlement.Everything())
                : present.settled(holder.session(), holder.member(), wait);
    }

    void endWaits() {
        outbox.ifAvailable(Outbox::endWaits);
    }
}
