package io.fateflow.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.transfer.TransferProgress.State;

import static io.fateflow.transfer.Transfers.SHARE;
import static io.fateflow.transfer.Transfers.chunk;
import static org.assertj.core.api.Assertions.assertThat;

class TicketsTest {

    private static final byte[] DATA = Transfers.bytes(10_000);
    private static final Transfer PARCEL = Transfers.of(DATA);

    @TempDir
    private Path directory;

    private ExchangeSpool spool;
    private TransferReceiver arrivals;
    private Tickets tickets;

    @BeforeEach
    void start() {
        spool = new ExchangeSpool(directory, new DiskSpace(0));
        arrivals = new TransferReceiver(spool);
        tickets = new Tickets(spool);
    }

    private String offer() throws IOException {
        return tickets.issue(arrivals.open(PARCEL));
    }

    @Test
    void isGoodForOneRequest() throws IOException {
        String ticket = offer();

        assertThat(tickets.redeem(ticket)).isPresent();
        assertThat(tickets.redeem(ticket)).isEmpty();
    }

    @Test
    void anOfferThatComesTwiceLeavesTheFirstTicketGood() throws IOException {
        String first = offer();
        offer();

        try (ReceivingConnection arrival = tickets.redeem(first).orElseThrow()) {
            assertThat(arrival.append(chunk(DATA, 0, 10_000)).state()).isEqualTo(State.COMPLETE);
        }
    }

    @Test
    void keepsTheLastOnesOfATransfer() throws IOException {
        List<String> given = new ArrayList<>();
        for (int i = 0; i <= Tickets.MOST; i++) {
            given.add(offer());
        }

        assertThat(tickets.redeem(given.get(0))).isEmpty();
        assertThat(given.subList(1, given.size()))
                .allSatisfy(ticket -> assertThat(tickets.redeem(ticket)).isPresent());
    }

    @Test
    void areGoodForNothingWhenTheSessionIsOver() throws IOException {
        String ticket = offer();

        spool.close(SHARE.session());

        assertThat(tickets.redeem(ticket)).isEmpty();
    }
}
