package io.fateflow.webapp.limit;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

import io.fateflow.federation.incoming.PartnerLimit;
import io.fateflow.webapp.security.CallLimit;

/**
 * Counts requests of accounts and partners, each with a bucket that fills up evenly. In memory, each server for itself: a row of the database for
 * every request would cost more than most requests do, and what is to be held off here is one caller that takes a server's threads.
 */
@Component
public final class CallLimits implements CallLimit, PartnerLimit {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final LimitProperties.Requests limits;
    private final Counter ofAccounts;
    private final Counter ofPartners;
    private final Map<String, Counted> counted = new LatestCallers<>();

    CallLimits(LimitProperties limits, MeterRegistry metrics) {
        this.limits = limits.requestsPerMinute();
        this.ofAccounts = counter(metrics, "account");
        this.ofPartners = counter(metrics, "partner");
    }

    private static Counter counter(MeterRegistry metrics, String of) {
        return Counter.builder("fate.calls.limited")
                .description("Calls that were refused, as their caller makes more than he may")
                .tag("of", of)
                .register(metrics);
    }

    /** @param told has one token for each minute in which a refusal is written down */
    private record Counted(Bucket calls, Bucket told) {}

    @Override
    public Optional<CallLimit.Beyond> take(String account) {
        Optional<CallLimit.Beyond> beyond = take(
                "account " + account,
                limits.accounts().getOrDefault(account, limits.account()),
                "fate.limits.requests-per-minute.account");
        beyond.ifPresent(refused -> ofAccounts.increment());
        return beyond;
    }

    /**
     * The same for a party of another site.
     *
     * @param address from where; empty if the party has proved that it is it. Others in its name don't use up what is its own
     */
    public Optional<CallLimit.Beyond> ofPartner(String party, String address) {
        Optional<CallLimit.Beyond> beyond = take(
                "party " + party + (address.isEmpty() ? "" : " from " + address),
                limits.partners().getOrDefault(party, limits.partner()),
                "fate.limits.requests-per-minute.partner");
        beyond.ifPresent(refused -> ofPartners.increment());
        return beyond;
    }

    /** Over gRPC; over HTTP it is {@link #ofPartner}, which also says what is written down. */
    @Override
    public Optional<PartnerLimit.Beyond> take(String party, String address) {
        return ofPartner(party, address).map(beyond -> new PartnerLimit.Beyond(beyond.words(), beyond.seconds()));
    }

    private Optional<CallLimit.Beyond> take(String caller, int most, String setting) {
        if (most <= 0) {
            return Optional.empty();
        }
        Counted known;
        synchronized (counted) {
            known = counted.computeIfAbsent(caller, missing -> new Counted(bucket(most), bucket(1)));
        }
        ConsumptionProbe probe = known.calls().tryConsumeAndReturnRemaining(1);
        if (probe.isConsumed()) {
            return Optional.empty();
        }
        long seconds = Duration.ofNanos(probe.getNanosToWaitForRefill()).toSeconds() + 1;
        return Optional.of(new CallLimit.Beyond(
                "FFB-5030 The %s makes more than %d requests a minute (%s): the next one is served in %d s."
                        .formatted(caller, most, setting, seconds),
                seconds,
                known.told().tryConsume(1)));
    }

    private static Bucket bucket(int most) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(most).refillGreedy(most, MINUTE))
                .build();
    }
}
