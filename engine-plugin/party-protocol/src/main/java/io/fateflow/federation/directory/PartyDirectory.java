package io.fateflow.federation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.wire.SiteProtocol;

/**
 * The parties this site knows. Nobody polls: every call that is made anyway says how its receiver is, and who asks about
 * a party calls it.
 */
public final class PartyDirectory {

    private volatile Routes routes;
    private final Map<Long, Contact> contacts = new ConcurrentHashMap<>();
    private final Map<Long, Integer> protocols = new ConcurrentHashMap<>();
    private final Clock clock;

    public PartyDirectory(Routes routes, Clock clock) {
        this.routes = routes;
        this.clock = clock;
    }

    public Routes routes() {
        return routes;
    }

    /** From now on calls take these routes; those under way end as they began. */
    public void replace(Routes fresh) {
        routes = fresh;
    }

    public Optional<Contact> contact(long partyId) {
        return Optional.ofNullable(contacts.get(partyId));
    }

    /** Every party that was called, by id. */
    public SortedMap<Long, Contact> contacts() {
        return new TreeMap<>(contacts);
    }

    /**
     * A party has answered.
     *
     * @param certificateEnd until when the certificate is good that it has shown; null if it has shown none
     */
    public void answered(
            long partyId, Duration roundTrip, @Nullable Instant theirTime, @Nullable Instant certificateEnd) {
        Instant now = clock.instant();
        Duration difference = theirTime == null ? null : Duration.between(now.minus(roundTrip.dividedBy(2)), theirTime);
        contacts.compute(
                partyId,
                (id, before) -> new Contact(
                        true,
                        before != null && before.reachable() ? before.since() : now,
                        now,
                        roundTrip,
                        difference,
                        before == null ? null : before.version(),
                        certificateEnd,
                        ""));
    }

    /** A party has not answered. */
    public void silent(long partyId, String trouble) {
        Instant now = clock.instant();
        contacts.compute(
                partyId,
                (id, before) -> new Contact(
                        false,
                        before != null && !before.reachable() ? before.since() : now,
                        now,
                        before == null ? null : before.roundTrip(),
                        before == null ? null : before.clockDifference(),
                        before == null ? null : before.version(),
                        before == null ? null : before.certificateEnd(),
                        trouble));
    }

    /** A party has said its version. */
    public void version(long partyId, String version) {
        contacts.computeIfPresent(partyId, (id, contact) -> contact.withVersion(version));
    }

    /** A party has answered, and has said with its answer what it understands, as {@link SiteProtocol}. */
    public void understands(long partyId, int protocol) {
        protocols.put(partyId, protocol);
    }

    /** Whether it did when it last answered; false if it has not answered since the start. */
    public boolean checksCallSignatures(long partyId) {
        return protocol(partyId) >= SiteProtocol.CALL_SIGNATURES;
    }

    /** Whether it did when it last answered; false if it has not answered since the start. */
    public boolean takesCommandsTogether(long partyId) {
        return protocol(partyId) >= SiteProtocol.COMMANDS_TOGETHER;
    }

    private int protocol(long partyId) {
        return protocols.getOrDefault(partyId, SiteProtocol.NONE);
    }

    /** The site's clock. */
    public Clock clock() {
        return clock;
    }
}
