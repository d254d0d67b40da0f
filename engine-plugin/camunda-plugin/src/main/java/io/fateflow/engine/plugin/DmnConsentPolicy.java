package io.fateflow.engine.plugin;

import java.io.ByteArrayInputStream;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.camunda.bpm.dmn.engine.DmnDecisionRuleResult;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.consent.ConsentPolicy;
import io.fateflow.engine.consent.ConsentRequest;
import io.fateflow.engine.consent.PolicyAnswer;

/**
 * The policy as a DMN table that is deployed in the engine: the newest version of the decision {@code fate-consent-policy},
 * whoever has deployed it. It is read without anybody's rights, so that it holds for whoever has a job made; what it is asked
 * reaches it as variables only.
 */
final class DmnConsentPolicy implements ConsentPolicy {

    private static final String LATEST = """
            select id_, version_, deployment_id_, resource_name_ from act_re_decision_def
            where key_ = :key and tenant_id_ is null
            order by version_ desc
            limit 1
            """;

    private static final String CONTENT =
            "select bytes_ from act_ge_bytearray where deployment_id_ = :deployment and name_ = :name";

    private final JdbcClient jdbc;
    private final Clock clock;
    private final DecisionTables tables = new DecisionTables();
    private final AtomicReference<@Nullable Parsed> parsed = new AtomicReference<>();

    DmnConsentPolicy(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    private record Version(String id, int number, String deployment, String resource) {}

    /** @param table empty if it can't be read, for the reason in {@code trouble} */
    private record Parsed(Version version, Optional<DecisionTable> table, String trouble) {}

    @Override
    public boolean isDeployed() {
        return latest().isPresent();
    }

    private Optional<Version> latest() {
        return jdbc.sql(LATEST)
                .param("key", KEY)
                .query((row, number) -> new Version(
                        row.getString("id_"),
                        row.getInt("version_"),
                        row.getString("deployment_id_"),
                        row.getString("resource_name_")))
                .optional();
    }

    @Override
    public Optional<PolicyAnswer> answer(ConsentRequest request, String module, long usesOfLate) {
        return latest().map(this::parsed).map(policy -> answer(policy, inputs(request, module, usesOfLate)));
    }

    @Override
    public List<String> problems() {
        return latest().map(this::parsed).map(DmnConsentPolicy::problems).orElse(List.of());
    }

    private static List<String> problems(Parsed policy) {
        List<String> problems = policy.table().map(PolicyRules::problems).orElse(List.of(policy.trouble()));
        return problems.stream()
                .map(problem -> "version %d: %s".formatted(policy.version().number(), problem))
                .toList();
    }

    /** What would be wrong with a policy if it were deployed; empty if nothing is. */
    List<String> problemsOf(byte[] dmn) {
        try {
            return PolicyRules.problems(tables.read(KEY, new ByteArrayInputStream(dmn)));
        } catch (UnusableDecisionException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    /** A deployed version never changes. */
    private Parsed parsed(Version version) {
        Parsed known = parsed.get();
        if (known != null && known.version().equals(version)) {
            return known;
        }
        Parsed read = read(version);
        parsed.set(read);
        return read;
    }

    private Parsed read(Version version) {
        byte[] dmn = jdbc.sql(CONTENT)
                .param("deployment", version.deployment())
                .param("name", version.resource())
                .query((row, number) -> row.getBytes("bytes_"))
                .single();
        try {
            return new Parsed(version, Optional.of(tables.read(KEY, new ByteArrayInputStream(dmn))), "");
        } catch (UnusableDecisionException e) {
            return new Parsed(version, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    private PolicyAnswer answer(Parsed policy, Map<String, Object> inputs) {
        int version = policy.version().number();
        if (policy.table().isEmpty()) {
            return PolicyAnswer.broken(version, "the whole table", policy.trouble());
        }
        try {
            List<PolicyAnswer> answers = new ArrayList<>();
            policy.table().get().rulesThatFit(inputs).forEach(fit -> answers.add(answer(version, fit)));
            return answers.stream()
                    .reduce(PolicyAnswer::and)
                    .orElseGet(() -> PolicyAnswer.broken(
                            version,
                            "no rule",
                            "none of its rules fits table %s, component %s, initiator %s"
                                    .formatted(
                                            inputs.get("table"),
                                            inputs.get("component"),
                                            inputs.get("initiator_party_id"))));
        } catch (UnusableDecisionException e) {
            return PolicyAnswer.broken(version, "its evaluation", String.valueOf(e.getMessage()));
        }
    }

    private static PolicyAnswer answer(int version, DecisionTable.Fit fit) {
        DmnDecisionRuleResult result = fit.result();
        return PolicyRules.answer(version, fit.rule(), result.getEntryMap());
    }

    private Map<String, Object> inputs(ConsentRequest request, String module, long usesOfLate) {
        ZonedDateTime now = ZonedDateTime.now(clock);
        Map<String, Object> inputs = new HashMap<>();
        inputs.put("initiator_party_id", request.initiator().partyId());
        inputs.put("initiator_role", request.initiator().role());
        inputs.put("role", request.own().role());
        inputs.put("component", module);
        inputs.put("table", request.table().fullName());
        inputs.put("columns", request.table().columns());
        inputs.put("rows", request.table().rows());
        inputs.put("purpose", request.purpose());
        inputs.put("hour", now.getHour());
        inputs.put("weekday", now.getDayOfWeek().name().toLowerCase(Locale.ROOT));
        inputs.put("uses_last_30_days", usesOfLate);
        return inputs;
    }
}
