package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.ProcessEngineException;

import io.fateflow.engine.process.ComponentFailedException;
import io.fateflow.engine.process.DeferredException;
import io.fateflow.engine.process.PartyNotReachedException;

/**
 * One run: jobs under a storm of faults, in an order that a seed decides; then the weather is fair, and all comes to rest.
 * It is the only scheduler: each step is one engine job, one call of a worker or a user, one late call, or time that goes by.
 */
final class Simulation {

    private static final int LONGEST = 1_500;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration QUIET = Duration.ofDays(1);
    private static final double SEVERAL_NODES = 0.2;
    private static final double OWNERS_ARE_ASKED = 0.35;
    private static final double OWNERS_ARE_SILENT = 0.2;
    private static final long OWNERS = 0x5DEECE66DL;
    private static final Duration RETENTION = Duration.ofDays(8);
    private static final int OPERATOR_LOOKS = 300;
    private static final int RETRIES_BY_OPERATORS = 5;

    private final long seed;
    private final SimulatedSites sites;
    private final Storm storm;
    private final Trace trace = new Trace();
    private final SimulatedJobs jobs;
    private final SimulatedWorkers workers;
    private final SimulatedNodes nodes;
    private final SimulatedOwners owners;
    private final boolean ownersAreAsked;
    private final Crashes crashes;
    private final StatusWatch watch = new StatusWatch();
    private int steps;

    Simulation(long seed, SimulatedSites sites) {
        this.seed = seed;
        this.sites = sites;
        this.storm = new Storm(seed);
        this.crashes = new Crashes(storm, trace);
        this.jobs = new SimulatedJobs(sites, storm, trace, crashes);
        this.workers = new SimulatedWorkers(sites.all(), storm, trace, crashes);
        this.nodes = new SimulatedNodes(sites.all(), workers, storm, trace, crashes);
        // numbers of their own: a run without owners is what it was before there were any
        Random ofOwners = new Random(seed * 0x9E3779B97F4A7C15L ^ OWNERS);
        this.ownersAreAsked = ofOwners.nextDouble() < OWNERS_ARE_ASKED;
        this.owners =
                new SimulatedOwners(sites.all(), storm, trace, crashes, ofOwners.nextDouble() < OWNERS_ARE_SILENT);
        sites.network().begin(storm, trace, crashes);
    }

    /** @throws Violation with seed, trace and the command that runs it again */
    void run() {
        try {
            begin();
            blow();
            calm();
            check();
            end();
        } catch (RuntimeException | Violation e) {
            Violation violation =
                    new Violation("""
                        seed %d: %s
                        again: mvn -pl engine-plugin/simulation -am test -Dtest=SimulationTest -Dsimulation.seed=%d -Dsimulation.runs=1 -Dsurefire.failIfNoSpecifiedTests=false
                        %s\
                        """.formatted(seed, trace.named(String.valueOf(e.getMessage())), seed, trace.tail()));
            violation.initCause(e);
            throw violation;
        }
    }

    Trace trace() {
        return trace;
    }

    Storm storm() {
        return storm;
    }

    int steps() {
        return steps;
    }

    private void begin() {
        for (SimulatedSite site : sites.all()) {
            site.seed(seed);
            site.skew(storm.chance(0.5) ? Duration.ZERO : skew());
        }
        if (storm.chance(SEVERAL_NODES)) {
            sites.all().forEach(site -> site.anotherNode(skew()));
        }
        if (nodes.areUsed()) {
            jobs.wantNodes();
        }
        if (ownersAreAsked) {
            jobs.readTables();
        }
        jobs.submit(SimulatedSites.GUEST);
        storm.blow(true);
    }

    private Duration skew() {
        return storm.upTo(Duration.ofMinutes(20)).minusMinutes(10);
    }

    private void blow() {
        int length = storm.pick(List.of(20, 60, 120, 200, 300));
        for (int i = 0; i < length; i++) {
            List<Step> possible = possible();
            if (possible.isEmpty()) {
                if (!passTime(sites.clock().now() + QUIET.toMillis())) {
                    break;
                }
            } else {
                possible.add(new Step("time goes by", 1, this::timeGoesBy));
                possible.add(new Step("a site may be cut off", 1, this::cutOff));
                possible.add(new Step("a site may become slow", 1, this::slowDown));
                take(possible);
            }
        }
        storm.blow(false);
        sites.network().heal();
        trace.add("from now on all is well");
    }

    private void calm() {
        jobs.resumeAll();
        nodes.heal();
        long end = sites.clock().now() + QUIET.toMillis();
        int retries = RETRIES_BY_OPERATORS;
        for (int i = 0; i < LONGEST; i++) {
            if (i % OPERATOR_LOOKS == 0) {
                retryByOperator();
            }
            List<Step> possible = possible();
            if (!possible.isEmpty()) {
                take(possible);
            } else if (!passTime(end) && !(retries-- > 0 && retryByOperator())) {
                return;
            }
        }
        throw new Violation(
                "it does not come to rest: " + String.join("\n", new RestCheck(sites.all(), jobs.all()).wrong()));
    }

    private List<Step> possible() {
        List<Step> possible = new ArrayList<>();
        for (SimulatedSite site : sites.all()) {
            long now = site.now();
            site.waiting().jobs().stream()
                    .filter(job -> job.isEnabled(now))
                    .sorted(Comparator.comparing(job -> trace.named(job.label())))
                    .forEach(job ->
                            possible.add(new Step(site.partyId() + " " + job.label(), 4, () -> execute(site, job))));
        }
        possible.addAll(workers.steps());
        possible.addAll(nodes.steps());
        if (ownersAreAsked) {
            possible.addAll(owners.steps());
        }
        for (SimulatedCall sent : sites.network().inFlight()) {
            possible.add(new Step("late: " + sent, 1, () -> sites.network().deliverLate(sent)));
        }
        if (!possible.isEmpty()) {
            possible.addAll(jobs.steps());
        }
        return possible;
    }

    private void take(List<Step> possible) {
        int at = storm.below(possible.stream().mapToInt(Step::weight).sum());
        for (Step step : possible) {
            at -= step.weight();
            if (at < 0) {
                take(step);
                return;
            }
        }
    }

    private void take(Step step) {
        steps++;
        trace.add(step.name());
        sites.all().stream().filter(SimulatedSite::hasSeveralNodes).forEach(site -> site.turn(storm.below(2)));
        sites.network().step();
        try {
            step.action().run();
        } catch (SiteCrashed e) {
            sites.network().forgetStep();
            trace.add("  crashed");
        }
        watch.look(sites.all());
        nodes.check(LONGEST_WAIT);
    }

    private void execute(SimulatedSite site, EngineJob job) {
        try {
            crashes.risk(
                    site,
                    () -> site.on(() -> {
                        site.engine().getManagementService().executeJob(job.id());
                        return true;
                    }));
        } catch (PartyNotReachedException
                | DeferredException
                | ComponentFailedException
                | OptimisticLockingException e) {
            trace.add("  " + e.getMessage());
        } catch (ProcessEngineException e) {
            throw new Violation("%d %s: %s".formatted(site.partyId(), job.label(), e));
        }
    }

    private void timeGoesBy() {
        List<Duration> spans = new ArrayList<>(
                List.of(Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(30)));
        if (!workers.areBusy()) {
            spans.addAll(List.of(Duration.ofMinutes(2), Duration.ofMinutes(10)));
        }
        sites.clock().advance(storm.pick(spans));
        workers.heartbeat();
        nodes.look();
    }

    private void cutOff() {
        if (storm.hits(Fault.PARTITION)) {
            long party = storm.pick(sites.all()).partyId();
            trace.add("  it is " + party);
            sites.network().cutOff(party, storm.upTo(Duration.ofMinutes(15)));
        }
    }

    private void slowDown() {
        if (storm.hits(Fault.SLOW)) {
            long party = storm.pick(sites.all()).partyId();
            trace.add("  it is " + party);
            sites.network().slowDown(party, storm.upTo(Duration.ofMinutes(15)));
        }
    }

    /** To the next thing that is due, if it is before the end. */
    private boolean passTime(long end) {
        LongStream timers = sites.all().stream()
                .flatMap(site -> site.waiting().jobs().stream()
                        .filter(job -> job.isTimer(site.now()))
                        .map(job -> site.common(job.due() == null ? 0 : job.due())))
                .mapToLong(Long::longValue);
        long next = LongStream.concat(timers, workers.endsOfHolds().stream().mapToLong(Long::longValue))
                .filter(time -> time > sites.clock().now())
                .min()
                .orElse(Long.MAX_VALUE);
        if (next > end) {
            return false;
        }
        sites.clock().advanceTo(next);
        nodes.look();
        nodes.check(LONGEST_WAIT);
        return true;
    }

    /** What was tried too often in vain waits for an operator, who tries it again. */
    private boolean retryByOperator() {
        boolean retried = false;
        for (SimulatedSite site : sites.all()) {
            for (EngineJob job : site.waiting().jobs()) {
                if (job.retries() == 0 && !job.is("await_operator")) {
                    trace.add("an operator retries " + job.label());
                    site.on(() -> {
                        site.engine().getManagementService().setJobRetries(job.id(), 1);
                        return true;
                    });
                    retried = true;
                }
            }
        }
        return retried;
    }

    private void check() {
        List<String> wrong = new RestCheck(sites.all(), jobs.all()).wrong();
        wrong.addAll(sites.network().troubles());
        if (!wrong.isEmpty()) {
            throw new Violation(String.join("\n", wrong));
        }
    }

    /** Jobs that wait for an operator end with their retention; then nothing is left of the run. */
    private void end() {
        sites.clock().advance(RETENTION);
        for (SimulatedSite site : sites.all()) {
            site.waiting().jobs().stream()
                    .filter(job -> job.is("retention_is_over"))
                    .forEach(job -> execute(site, job));
        }
        nodes.end();
        sites.all().forEach(SimulatedSite::oneNode);
        sites.forget();
    }
}
