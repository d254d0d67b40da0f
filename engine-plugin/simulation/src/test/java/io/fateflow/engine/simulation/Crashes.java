package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Lets sites die at commits, and live again. */
final class Crashes {

    private static final Duration STANDS_STILL = Duration.ofMinutes(5);

    private final Storm storm;
    private final Trace trace;

    Crashes(Storm storm, Trace trace) {
        this.storm = storm;
        this.trace = trace;
    }

    /**
     * Does something that the site may die of.
     *
     * @throws SiteCrashed if it did; it lives again then
     */
    <T> T risk(SimulatedSite site, Callable<T> work) {
        boolean standsStill = site.hasSeveralNodes() && storm.hits(Fault.STANDS_STILL);
        if (standsStill || storm.hits(Fault.CRASH_BEFORE_COMMIT)) {
            site.crashing().arm(CrashPoint.BEFORE_COMMIT, 1 + storm.below(2));
        } else if (storm.hits(Fault.CRASH_AFTER_COMMIT)) {
            site.crashing().arm(CrashPoint.AFTER_COMMIT, 1 + storm.below(2));
        }
        try {
            T result = work.call();
            if (!site.crashing().isDead()) {
                return result;
            }
        } catch (Exception | SiteCrashed e) {
            if (!site.crashing().isDead()) {
                throw e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
            }
        } finally {
            // nothing that the dead site still says counts, whatever it is
            revive(site, standsStill);
        }
        throw new SiteCrashed();
    }

    private void revive(SimulatedSite site, boolean standsStill) {
        boolean died = site.crashing().isDead();
        site.crashing().disarm();
        if (died && standsStill) {
            trace.add("  a server of site " + site.partyId() + " stands still");
            site.standStill(storm.upTo(STANDS_STILL));
        } else if (died) {
            trace.add("  site " + site.partyId() + " crashed");
            if (storm.hits(Fault.RESTART)) {
                trace.add("  site " + site.partyId() + " is started anew");
                site.restart();
            }
        }
    }
}
