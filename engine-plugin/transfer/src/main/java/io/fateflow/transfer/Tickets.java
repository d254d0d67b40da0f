package io.fateflow.transfer;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Arrivals whose data comes in a request of its own: who shows the ticket has made the offer. Each is good for one
 * request, and until the parcel is offered again.
 */
public final class Tickets {

    private static final int BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Arrival> arrivals = new ConcurrentHashMap<>();

    public Tickets(ExchangeSpool spool) {
        spool.onClose(session ->
                discard(arrival -> arrival.parcel().address().session().equals(session)));
    }

    public String issue(Arrival arrival) {
        discard(other -> other.parcel().address().equals(arrival.parcel().address()));
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        arrivals.put(ticket, arrival);
        return ticket;
    }

    /** The arrival that a ticket is for; from now on it is good for nothing. */
    public Optional<Arrival> redeem(String ticket) {
        return Optional.ofNullable(arrivals.remove(ticket));
    }

    private void discard(Predicate<Arrival> which) {
        arrivals.values().removeIf(arrival -> {
            boolean discarded = which.test(arrival);
            if (discarded) {
                arrival.close();
            }
            return discarded;
        });
    }
}
