package io.fateflow.engine.plugin;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.retry.Backoff;

/**
 * Slows down whoever tries passwords: after five wrong ones for an account from one address each further one is looked at a
 * second later, then two, four, up to a minute; so, too, from an address that tries many accounts. Nobody else is slowed
 * down: a stranger must not lock an account that is not his. What is quiet for a quarter of an hour is forgotten, and a right
 * password forgets at once.
 *
 * <p>Each node counts for itself, in memory: an account is never locked for longer than a minute.
 */
public final class LoginDelays {

    private static final Logger LOG = LoggerFactory.getLogger(LoginDelays.class);
    private static final int FREE = 5;
    private static final int FREE_OF_ADDRESS = 50;
    private static final Backoff DELAYS = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));
    private static final long FORGOTTEN_MILLIS = Duration.ofMinutes(15).toMillis();
    private static final int MOST = 10_000;
    private static final int LONGEST_NAME = 100;

    private final Clock clock;
    private final Map<Key, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Failures> eldest) {
            return size() > MOST;
        }
    };

    LoginDelays(Clock clock) {
        this.clock = clock;
    }

    /** @param account empty for any */
    private record Key(String account, String address) {

        int free() {
            return account.isEmpty() ? FREE_OF_ADDRESS : FREE;
        }
    }

    private record Failures(int count, long last, long next) {}

    /** How long no password for an account from an address is looked at; zero if one is looked at now. */
    public synchronized Duration waitOf(String account, String address) {
        long now = clock.millis();
        long wait = keys(account, address).stream()
                .mapToLong(key -> of(key, now).next() - now)
                .max()
                .orElse(0);
        return Duration.ofMillis(Math.max(0, wait));
    }

    /** Asks to look at a password. Of those that come at once while there is a delay one is looked at. */
    synchronized boolean begin(String account, String address) {
        if (!waitOf(account, address).isZero()) {
            return false;
        }
        long now = clock.millis();
        for (Key key : keys(account, address)) {
            Failures known = of(key, now);
            if (known.count() >= key.free()) {
                failures.put(key, new Failures(known.count(), known.last(), now + delay(key, known.count())));
            }
        }
        return true;
    }

    synchronized void failed(String account, String address) {
        long now = clock.millis();
        for (Key key : keys(account, address)) {
            int count = of(key, now).count() + 1;
            failures.put(key, new Failures(count, now, now + delay(key, count)));
            if (count >= key.free()) {
                LOG.warn(
                        "FFB-5213 {} wrong passwords in a row for {} from {}: the next one is looked at in {} s",
                        count,
                        key.account().isEmpty() ? "several accounts" : "account " + key.account(),
                        address,
                        delay(key, count) / 1000);
            }
        }
    }

    synchronized void succeeded(String account, String address) {
        failures.remove(new Key(shortened(account), address));
    }

    private Failures of(Key key, long now) {
        Failures known = failures.get(key);
        return known == null || known.last() + FORGOTTEN_MILLIS < now ? new Failures(0, now, 0) : known;
    }

    private static long delay(Key key, int count) {
        int beyond = count - key.free();
        return beyond < 0 ? 0 : DELAYS.full(beyond + 1).toMillis();
    }

    /** Behind loopback there may be a proxy, and everybody behind that: there each account counts for itself only. */
    private static List<Key> keys(String account, String address) {
        Key pair = new Key(shortened(account), address);
        return Stream.of(pair, new Key("", address))
                .filter(key -> !key.account().isEmpty() || !isShared(address))
                .toList();
    }

    private static String shortened(String account) {
        String named = account.isEmpty() ? "-" : account;
        return named.length() <= LONGEST_NAME ? named : named.substring(0, LONGEST_NAME);
    }

    /** Whether an address may be that of many. */
    static boolean isShared(String address) {
        try {
            return address.isEmpty() || InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return true;
        }
    }
}
