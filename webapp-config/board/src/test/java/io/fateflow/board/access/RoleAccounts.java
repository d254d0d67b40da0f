package io.fateflow.board.access;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.digest.Sha512HashDigest;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.TestJobs;

/** An account for each role, with a job of its own and a key, and its calls by each way into the server. */
@TestComponent
@Lazy
public final class RoleAccounts {

    /** The group of each, by its id. */
    private static final Map<String, String> GROUPS = Map.of(
            "viewer", "fateViewers",
            "submitter", "fateSubmitters",
            "operator", "fateOperators",
            "dataowner", "fateDataOwners",
            "auditor", "fateAuditors",
            "administrator", "fateAdministrators",
            "worker", "fateWorkers",
            "platform", "fatePlatforms",
            "monitor", "fateMonitoring");

    /** Of accounts with roles in a project only; the last one's are in two. */
    private static final Map<String, List<String>> IN_PROJECTS = Map.of(
            "creditviewer", List.of("fateViewers-credit"),
            "creditsubmitter", List.of("fateSubmitters-credit"),
            "creditoperator", List.of("fateOperators-credit"),
            "creditowner", List.of("fateDataOwners-credit"),
            "two", List.of("fateSubmitters-credit", "fateSubmitters-fraud", "fateDataOwners-fraud"));

    /** Of the project credit, by its submitter and by somebody else, and of the project fraud. */
    static final String CREDIT_OWN = "202601021530450000201";

    static final String CREDIT = "202601021530450000202";
    static final String FRAUD = "202601021530450000203";

    /** Nobody's of these. */
    static final String ANOTHERS = "202601021530450000099";

    static final String PASSWORD = "of-the-account";
    private static final String SALT = "abc";

    private final Caller caller;
    private final IdentityService identities;
    private final ProcessEngine engine;
    private final JdbcTemplate jdbc;
    private final JobStore jobs;
    private final Clock clock;
    private final Map<String, String> sessions = new ConcurrentHashMap<>();

    RoleAccounts(Caller caller, ProcessEngine engine, JdbcTemplate jdbc, JobStore jobs, Clock clock) {
        this.caller = caller;
        this.identities = engine.getIdentityService();
        this.engine = engine;
        this.jdbc = jdbc;
        this.jobs = jobs;
        this.clock = clock;
        RoleTableText.ACCOUNTS.forEach(this::make);
        job(ANOTHERS, "somebody");
        IN_PROJECTS.forEach((account, groups) -> {
            user(account);
            groups.forEach(group -> identities.createMembership(account, group));
        });
        job(CREDIT_OWN, "creditsubmitter");
        job(CREDIT, "somebody");
        job(FRAUD, "creditsubmitter");
        jdbc.update("update job set project = 'credit' where job_id in (?, ?)", CREDIT_OWN, CREDIT);
        jdbc.update("update job set project = 'fraud' where job_id = ?", FRAUD);
    }

    /** With an old and fast hash of its password, so that many calls do not take their time. */
    void make(String account) {
        user(account);
        Optional.ofNullable(GROUPS.get(account)).ifPresent(group -> identities.createMembership(account, group));
        job(jobOf(account), account);
    }

    private void user(String account) {
        User user = identities.newUser(account);
        user.setPassword(PASSWORD);
        identities.saveUser(user);
        jdbc.update(
                "update act_id_user set pwd_ = ?, salt_ = ? where id_ = ?",
                "{SHA-512}" + new Sha512HashDigest().encrypt(PASSWORD + SALT),
                SALT,
                account);
    }

    private void job(String id, String submitter) {
        jobs.insert(List.of(TestJobs.at(TestJobs.GUEST, id, JobStatus.SUCCESS)));
        // without it no call finds the job, whoever makes it
        jobs.bodies().insert(new JobBody(id, "{}", "{}", "{}", ""));
        jobs.submitter(id, submitter);
    }

    static String jobOf(String account) {
        return "2026010215304500001%02d".formatted(RoleTableText.ACCOUNTS.indexOf(account) + 10);
    }

    String engineName() {
        return engine.getName();
    }

    /** As FATE's clients call. */
    HttpResponse<String> signed(String account, String method, String target, String body) {
        return caller.send(sign(account, method, target, body));
    }

    HttpRequest.Builder sign(String account, String method, String target, String body) {
        HttpRequest.Builder request = caller.request(target).method(method, BodyPublishers.ofString(body));
        signature(account, target, body).forEach(request::header);
        return request;
    }

    /** Headers of a call that FATE's clients make with a JSON body. */
    Map<String, String> signature(String account, String target, String body) {
        String time = Long.toString(clock.millis());
        String head = String.join("\n", time, "nonce", "key-" + account, target, body, "");
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(("secret-of-" + account).getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            String signature = Base64.getEncoder().encodeToString(mac.doFinal(head.getBytes(StandardCharsets.UTF_8)));
            return Map.of(
                    "TIMESTAMP",
                    time,
                    "NONCE",
                    "nonce",
                    "APP_KEY",
                    "key-" + account,
                    "SIGNATURE",
                    signature,
                    "Content-Type",
                    "application/json");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With a login in each call. */
    HttpResponse<String> basic(String account, String method, String path, String body) {
        return caller.send(caller.request(path, account, PASSWORD)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }

    /** In the session of somebody who is logged in at the board, and so in Cockpit. */
    HttpRequest.Builder session(String account, String path) {
        return caller.request(path).header("Cookie", cookie(account)).header("Content-Type", "application/json");
    }

    /** That of such a session. */
    String cookie(String account) {
        return sessions.computeIfAbsent(account, this::logIn);
    }

    HttpResponse<String> page(String account, String method, String path, String body) {
        return caller.send(session(account, path).method(method, BodyPublishers.ofString(body)));
    }

    private String logIn(String account) {
        HttpResponse<String> answer = caller.send(caller.request("/board/api/login")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"" + account + "\",\"password\":\"" + PASSWORD + "\"}")));
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(answer.body()))
                .split(";", 2)[0];
    }
}
