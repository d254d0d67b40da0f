package io.fateflow.webapp.limit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.EstimationProbe;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import io.fateflow.transfer.ArrivalLimit;
import io.fateflow.webapp.security.CallLimit.Beyond;
import io.fateflow.webapp.security.UploadLimit;

/**
 * Counts bytes that accounts upload and partners send, as {@link CallLimits} counts requests. Whoever has some of a day's amount left may begin another
 * one, whatever its size, and has to wait the longer then: an upload that is larger than what is left is not to wait for a day that never comes.
 */
@Component
public final class ByteLimits implements UploadLimit, ArrivalLimit {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SOON = Duration.ofSeconds(30);

    private final LimitProperties.Bytes limits;
    private final Counter ofAccounts;
    private final Counter ofPartners;
    private final Map<String, Counted> counted = new LatestCallers<>();
    private final Map<String, Long> atOnce = new HashMap<>();

    ByteLimits(LimitProperties limits, MeterRegistry metrics) {
        this.limits = limits.bytes();
        this.ofAccounts = counter(metrics, "account-bytes");
        this.ofPartners = counter(metrics, "partner-bytes");
    }

    private static Counter counter(MeterRegistry metrics, String of) {
        return Counter.builder("fate.calls.limited").tag("of", of).register(metrics);
    }

    /** @param told has one token for each minute in which a refusal is written down */
    private record Counted(Bucket kibibytes, Bucket told) {}

    @Override
    public Optional<Beyond> begin(String account, long bytes) {
        DataSize perDay = limits.accountsPerDay().getOrDefault(account, limits.accountPerDay());
        DataSize mostAtOnce = limits.accountsAtOnce().getOrDefault(account, limits.accountAtOnce());
        long announced = Math.max(0, bytes);
        Optional<Beyond> beyond = takeAtOnce(account, announced, mostAtOnce);
        if (beyond.isEmpty()) {
            beyond = take(
                    "account " + account,
                    announced,
                    perDay,
                    "FFB-5330 The account %s has uploaded more than %s a day (fate.limits.bytes.account-per-day)");
            beyond.ifPresent(refused -> giveBack(account, announced));
        }
        beyond.ifPresent(refused -> ofAccounts.increment());
        return beyond;
    }

    /** Whoever brings nothing else may bring what is larger than the limit. */
    private Optional<Beyond> takeAtOnce(String account, long bytes, DataSize most) {
        synchronized (atOnce) {
            long before = atOnce.getOrDefault(account, 0L);
            if (most.toBytes() > 0 && before > 0 && before + bytes > most.toBytes()) {
                return Optional.of(new Beyond(
                        "FFB-5331 The account %s uploads %s already, and may bring %s at once (fate.limits.bytes.account-at-once): upload this one when another has ended."
                                .formatted(account, text(before), text(most.toBytes())),
                        SOON.toSeconds(),
                        counted("account " + account, most).told().tryConsume(1)));
            }
            atOnce.put(account, before + bytes);
            return Optional.empty();
        }
    }

    @Override
    public void end(String account, long bytes, long came) {
        giveBack(account, Math.max(0, bytes));
        DataSize perDay = limits.accountsPerDay().getOrDefault(account, limits.accountPerDay());
        long unannounced = came - Math.max(0, bytes);
        if (unannounced > 0 && perDay.toBytes() > 0) {
            use(counted("account " + account, perDay), unannounced);
        }
    }

    private void giveBack(String account, long bytes) {
        synchronized (atOnce) {
            atOnce.computeIfPresent(account, (name, before) -> before - bytes <= 0 ? null : before - bytes);
        }
    }

    @Override
    public Optional<String> refusal(long party, long bytes) {
        String name = Long.toString(party);
        Optional<Beyond> beyond = take(
                "party " + name,
                bytes,
                limits.partnersPerDay().getOrDefault(name, limits.partnerPerDay()),
                "FFB-5332 The party %s has sent more than %s a day (fate.limits.bytes.partner-per-day of this site)");
        beyond.ifPresent(refused -> ofPartners.increment());
        return beyond.map(Beyond::words);
    }

    private Optional<Beyond> take(String caller, long bytes, DataSize perDay, String words) {
        if (perDay.toBytes() <= 0) {
            return Optional.empty();
        }
        Counted known = counted(caller, perDay);
        EstimationProbe probe = known.kibibytes().estimateAbilityToConsume(1);
        if (probe.canBeConsumed()) {
            use(known, bytes);
            return Optional.empty();
        }
        long seconds = Duration.ofNanos(probe.getNanosToWaitForRefill()).toSeconds() + 1;
        String name = caller.substring(caller.indexOf(' ') + 1);
        return Optional.of(new Beyond(
                words.formatted(name, text(perDay.toBytes())) + ": the next may begin in " + seconds + " s.",
                seconds,
                known.told().tryConsume(1)));
    }

    /** What is used beyond what there is has to be made up for. */
    private static void use(Counted known, long bytes) {
        if (bytes > 0) {
            known.kibibytes().consumeIgnoringRateLimits(kibibytes(bytes));
        }
    }

    /** At least one: buckets fill up by one a nanosecond at most, which would be too little of bytes. */
    private static long kibibytes(long bytes) {
        return (bytes + 1023) / 1024;
    }

    private Counted counted(String caller, DataSize perDay) {
        synchronized (counted) {
            return counted.computeIfAbsent(
                    caller,
                    missing -> new Counted(
                            bucket(Math.max(1, kibibytes(perDay.toBytes())), DAY), bucket(1, Duration.ofMinutes(1))));
        }
    }

    private static Bucket bucket(long most, Duration time) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(most).refillGreedy(most, time))
                .build();
    }

    private static String text(long bytes) {
        return bytes < 10_000_000 ? bytes / 1024 + " KB" : (bytes >> 20) + " MB";
    }
}
