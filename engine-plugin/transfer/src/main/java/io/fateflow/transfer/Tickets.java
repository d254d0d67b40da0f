package io.fateflow.transfer;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * TransferReceiver whose data comes in a request of its own: who shows the ticket has made the offer. Each is good for one
 * request, and until the transfer is offered again.
 */
public final class Tickets {

    private static final int BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, ReceivingConnection> arrivals = new ConcurrentHashMap<>();

    public Tickets(ExchangeSpool spool) {
        spool.onClose(session ->
                discard(arrival -> arrival.transfer().address().session().equals(session)));
    }

    public String issue(ReceivingConnection arrival) {
        discard(other -> other.transfer().address().equals(arrival.transfer().address()));
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        arrivals.put(ticket, arrival);
        return ticket;
    }

    /** The arrival that a ticket is for; from now on it is good for nothing. */
    public Optional<ReceivingConnection> redeem(String ticket) {
        return Optional.ofNullable(arrivals.remove(ticket));
    }

    private void discard(Predicate<ReceivingConnection> which) {
        arrivals.values().removeIf(arrival -> {
            boolean discarded = which.test(arrival);
            if (discarded) {
                arrival.close();
            }
            return discarded;
        });
    }
}
