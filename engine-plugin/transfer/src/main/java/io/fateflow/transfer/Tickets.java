package io.fateflow.transfer;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a sender shows when it brings a transfer's data in a request of its own: who has the ticket has made the offer. Each
 * is good for one request. A transfer that is offered again leaves the tickets before good: a wire that carries each call
 * twice would else take from the sender, each time, the one that it has just got.
 */
public final class Tickets {

    /** Of one transfer; those before are good for nothing. */
    static final int MOST = 4;

    private static final int BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, ReceivingConnection> arrivals = new LinkedHashMap<>();

    public Tickets(ExchangeSpool spool) {
        spool.onClose(this::forget);
    }

    public synchronized String issue(ReceivingConnection arrival) {
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        arrivals.put(ticket, arrival);
        Address address = arrival.transfer().address();
        List<String> same = of(address::equals);
        same.subList(0, Math.max(0, same.size() - MOST)).forEach(this::discard);
        return ticket;
    }

    /** The arrival that a ticket is for; from now on it is good for nothing. */
    public synchronized Optional<ReceivingConnection> redeem(String ticket) {
        return Optional.ofNullable(arrivals.remove(ticket));
    }

    private synchronized void forget(String session) {
        of(address -> address.session().equals(session)).forEach(this::discard);
    }

    /** The tickets of some transfers, in the order of their issue. */
    private List<String> of(Predicate<Address> transfers) {
        return arrivals.entrySet().stream()
                .filter(entry -> transfers.test(entry.getValue().transfer().address()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void discard(String ticket) {
        redeem(ticket).ifPresent(ReceivingConnection::close);
    }
}
