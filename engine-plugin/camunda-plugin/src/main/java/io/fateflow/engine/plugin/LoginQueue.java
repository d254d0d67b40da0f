package io.fateflow.engine.plugin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many wait for their passwords to be looked at. Each holds one of the server's threads for requests meanwhile, and a hash takes a fifth of a second
 * of a core: so few may wait, for one account or from one address half of these, and whoever comes beyond that is told to come again at once.
 */
final class LoginQueue {

    private static final int LONGEST_NAME = 100;

    private final int most;
    private final int ofOne;
    private final Map<String, Integer> inside = new HashMap<>();
    private int all;

    /** @param most how many wait or are looked at; of threads for requests so few that others find one */
    LoginQueue(int most) {
        this.most = most;
        this.ofOne = Math.max(1, most / 2);
    }

    /** Holds a place; closed by who has it. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Takes a place.
     *
     * @throws LoginsBusyException if there is none for that account, from that address, or at all
     */
    synchronized Place enter(String account, String address) {
        String ofAccount = "account " + account.substring(0, Math.min(account.length(), LONGEST_NAME));
        String ofAddress = "address " + address;
        if (of(ofAccount) >= ofOne) {
            throw new LoginsBusyException("for this account");
        }
        // behind loopback there may be a proxy, and everybody behind that
        if (of(ofAddress) >= ofOne && !LoginDelays.isShared(address)) {
            throw new LoginsBusyException("from this address");
        }
        if (all >= most) {
            throw new LoginsBusyException("of all accounts");
        }
        List<String> keys = List.of(ofAccount, ofAddress);
        keys.forEach(key -> inside.merge(key, 1, Integer::sum));
        all++;
        return () -> leave(keys);
    }

    private int of(String key) {
        return inside.getOrDefault(key, 0);
    }

    private synchronized void leave(List<String> keys) {
        keys.forEach(key -> inside.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1));
        all--;
    }
}
