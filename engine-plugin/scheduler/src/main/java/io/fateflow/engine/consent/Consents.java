package io.fateflow.engine.consent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;

/**
 * Whether jobs may read this site's tables: asks the policy when a job is created, has consents written down and asked for by
 * {@code fate-consent}, and says how far they are. All in the caller's transaction.
 */
public final class Consents {

    /** Who has decided where nobody had to be asked. */
    static final String POLICY = "policy";

    private static final PolicyAnswer NO_POLICY = new PolicyAnswer(
            PolicyDecision.ALLOW,
            "",
            PolicyAnswer.DATA_OWNERS,
            false,
            PolicyAnswer.REMIND_EVERY,
            PolicyAnswer.EXPIRE_AFTER,
            null,
            0,
            "no policy is deployed",
            false);

    private final TablesRead tables;
    private final ConsentPolicy policy;
    private final ConsentStore store;
    private final ConsentProcesses processes;
    private final AuditLog audit;

    public Consents(
            TablesRead tables, ConsentPolicy policy, ConsentStore store, ConsentProcesses processes, AuditLog audit) {
        this.tables = tables;
        this.policy = policy;
        this.store = store;
        this.processes = processes;
        this.audit = audit;
    }

    /** What the policy says to each table that a job reads at a party; empty without a policy. Changes nothing. */
    public List<ConsentQuestion> questions(String jobId, JobPlan plan, ObjectNode conf, Party own) {
        if (!policy.isDeployed()) {
            return List.of();
        }
        List<ConsentQuestion> questions = new ArrayList<>();
        requests(jobId, plan, conf, own).forEach(request -> answer(request)
                .ifPresent(answer -> questions.add(new ConsentQuestion(request, answer))));
        return questions;
    }

    private List<ConsentRequest> requests(String jobId, JobPlan plan, ObjectNode conf, Party own) {
        String purpose = ConsentStore.fitted(new JobConf(conf).common().purpose(), ConsentStore.LONGEST_TEXT);
        return tables.of(plan, own).stream()
                .map(table -> new ConsentRequest(jobId, plan.initiator(), own, table, purpose))
                .toList();
    }

    /** The strictest of what it says of the modules. */
    private Optional<PolicyAnswer> answer(ConsentRequest request) {
        long usesOfLate = store.usesOfLate(request);
        return request.table().modules().stream()
                .flatMap(module -> policy.answer(request, module, usesOfLate).stream())
                .reduce(PolicyAnswer::and);
    }

    /** What the policy says of one module that gets data of a table; no job's consents are looked at. */
    public record Pair(ConsentRequest request, String module, PolicyAnswer answer) {}

    /** Each table that a job reads at a party with each module, as the policy would have it now. Changes nothing. */
    public List<Pair> pairs(String jobId, JobPlan plan, ObjectNode conf, Party own) {
        List<Pair> pairs = new ArrayList<>();
        for (ConsentRequest request : requests(jobId, plan, conf, own)) {
            long usesOfLate = store.usesOfLate(request);
            for (String module : request.table().modules()) {
                policy.answer(request, module, usesOfLate)
                        .ifPresent(answer -> pairs.add(new Pair(request, module, answer)));
            }
        }
        return pairs;
    }

    /** Why the policy refuses; empty if it refuses nothing. */
    public static Optional<String> refusal(List<ConsentQuestion> questions) {
        String refusals = questions.stream()
                .flatMap(question -> ConsentTexts.refusal(question).stream())
                .collect(Collectors.joining("; "));
        return refusals.isEmpty() ? Optional.empty() : Optional.of(refusals);
    }

    /** For which tables somebody would be asked. */
    public static List<String> asks(List<ConsentQuestion> questions) {
        return questions.stream()
                .filter(question -> question.answer().decision() == PolicyDecision.ASK)
                .map(question -> question.request().table().fullName())
                .toList();
    }

    /** Writes down what the policy has said, and has people asked. */
    public void begin(List<ConsentQuestion> questions) {
        questions.forEach(processes::start);
    }

    /** Writes down only what is refused: there will be no job. */
    public void beginRefused(List<ConsentQuestion> questions) {
        begin(questions.stream()
                .filter(question -> question.answer().decision() == PolicyDecision.REFUSE)
                .toList());
    }

    /** The first step of {@code fate-consent}: what the policy has said becomes a row. */
    public ConsentRow apply(ConsentQuestion question, String processInstanceId) {
        ConsentStore.Beginning beginning =
                switch (question.answer().decision()) {
                    case ALLOW -> new ConsentStore.Beginning(ConsentState.GRANTED, POLICY, "", null);
                    case REFUSE ->
                        new ConsentStore.Beginning(
                                ConsentState.REFUSED,
                                POLICY,
                                ConsentTexts.refusal(question).orElseThrow(),
                                null);
                    case ASK ->
                        store.remembered(question.request())
                                .map(grant -> new ConsentStore.Beginning(
                                        ConsentState.GRANTED,
                                        grant.decidedBy(),
                                        "as for job " + grant.request().jobId(),
                                        grant.id()))
                                .orElse(new ConsentStore.Beginning(ConsentState.ASKED, "", "", null));
                };
        ConsentRow row =
                store.find(store.begin(question, beginning, processInstanceId)).orElseThrow();
        if (row.state() != ConsentState.GRANTED) {
            audit.write(entry(row));
        }
        return row;
    }

    /** What somebody is told who may have to decide. */
    public static String appeal(ConsentRow row) {
        return "%s: a member of %s has to decide, in the Tasklist, on the board or by consent/decide"
                .formatted(ConsentTexts.waiting(List.of(row)), String.join(" or ", row.approvers()));
    }

    /** What the audit log says of a consent as it is now. */
    public static AuditEntry entry(ConsentRow row) {
        ConsentRequest request = row.request();
        AuditEntry entry = AuditEntry.done(AuditAction.CONSENT)
                .job(request.jobId())
                .at(request.own().role(), request.own().idText())
                .with("state", row.state().wire())
                .with("table", request.table().fullName())
                .with("initiator", request.initiator().toString())
                .with("policy_version", row.answer().version())
                .with("policy_rule", row.answer().rule());
        return row.state() == ConsentState.REFUSED ? entry.ended(AuditOutcome.REFUSED) : entry;
    }

    /** Whether a policy is deployed. */
    public boolean havePolicy() {
        return policy.isDeployed();
    }

    /** Whether the policy has been asked for any party of a job. */
    public boolean concern(String jobId) {
        return store.has(jobId);
    }

    /** Whether a job may begin at a party. A question that the job's end has made pointless is asked again: it runs again. */
    public ConsentVerdict verdict(String jobId, Party own) {
        List<ConsentRow> rows = store.of(jobId, own);
        if (rows.isEmpty()) {
            return new ConsentVerdict.Given();
        }
        List<ConsentRow> pointless = rows.stream()
                .filter(row -> row.state() == ConsentState.CANCELED)
                .toList();
        if (!pointless.isEmpty()) {
            pointless.forEach(row -> processes.start(
                    new ConsentQuestion(row.request(), answer(row.request()).orElse(NO_POLICY))));
            return verdictOf(store.of(jobId, own));
        }
        return verdictOf(rows);
    }

    private ConsentVerdict verdictOf(List<ConsentRow> rows) {
        List<String> refusals =
                rows.stream().filter(this::isRefused).map(ConsentTexts::refused).toList();
        if (!refusals.isEmpty()) {
            return new ConsentVerdict.Refused(String.join("; ", refusals));
        }
        List<ConsentRow> asked =
                rows.stream().filter(row -> row.state() == ConsentState.ASKED).toList();
        return asked.isEmpty() ? new ConsentVerdict.Given() : new ConsentVerdict.Waiting(ConsentTexts.waiting(asked));
    }

    private boolean isRefused(ConsentRow row) {
        return switch (row.state()) {
            case REFUSED, EXPIRED, WITHDRAWN -> true;
            case GRANTED -> store.isTooLate(row);
            case ASKED, CANCELED -> false;
        };
    }

    /**
     * Why a job of which somebody was asked may not go on with other parameters: it would read something else, or for something
     * else. Empty if it may.
     */
    public Optional<String> changed(String jobId, JobPlan plan, ObjectNode conf, Party own) {
        List<ConsentRow> rows = store.of(jobId, own);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        boolean covered = requests(jobId, plan, conf, own).stream().allMatch(request -> rows.stream()
                .map(ConsentRow::request)
                .anyMatch(known -> known.table()
                                .namespace()
                                .equals(request.table().namespace())
                        && known.table().name().equals(request.table().name())
                        && known.table().modules().containsAll(request.table().modules())
                        && known.purpose().equals(request.purpose())));
        Set<String> known = new TreeSet<>();
        rows.forEach(row -> known.add(row.request().table().fullName()));
        return covered
                ? Optional.empty()
                : Optional.of(
                        ("FFB-5139 the consent of %s is for table %s and for the purpose that was named: submit another"
                                        + " job that reads something else")
                                .formatted(own, String.join(", ", known)));
    }

    /** A job has ended at a party: nobody has to decide any more. */
    public void jobEnded(String jobId, Party own) {
        if (store.cancel(jobId, own)) {
            processes.notNeeded(jobId, own);
        }
    }
}
