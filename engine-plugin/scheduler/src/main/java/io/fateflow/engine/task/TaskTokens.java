package io.fateflow.engine.task;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Tokens by which executors are known: the attempt they run, signed with this site's secret (HMAC-SHA256). An executor
 * can show whom it speaks for, and nobody can speak for another.
 */
public final class TaskTokens {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String SECRET_NAME = "task-tokens";

    private final SecretKeySpec secret;

    private TaskTokens(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Reads the site's secret, or makes it at the first start. All nodes of a site share it. */
    public static TaskTokens open(JdbcTemplate jdbc, Clock clock) {
        byte[] fresh = new byte[32];
        new SecureRandom().nextBytes(fresh);
        JdbcClient client = JdbcClient.create(jdbc);
        client.sql("""
                insert into site_secret (name, secret_value, create_time)
                select :name, :secret, cast(:now as bigint)
                where not exists (select 1 from site_secret where name = :name)
                """)
                .param("name", SECRET_NAME)
                .param("secret", Base64.getEncoder().encodeToString(fresh))
                .param("now", clock.millis())
                .update();
        String stored = client.sql("select secret_value from site_secret where name = :name")
                .param("name", SECRET_NAME)
                .query(String.class)
                .single();
        return new TaskTokens(Base64.getDecoder().decode(stored));
    }

    /** The token of one attempt at one party. */
    public String issue(String jobId, String componentName, TaskKey key) {
        String claims = String.join("|", jobId, componentName, key.businessKey());
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8))
                + '.'
                + encoder.encodeToString(sign(claims));
    }

    /** Whom a token speaks for; empty if it is not one of ours. */
    public Optional<TaskIdentity> verify(String token) {
        int dot = token.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        try {
            Base64.Decoder decoder = Base64.getUrlDecoder();
            String claims = new String(decoder.decode(token.substring(0, dot)), StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(sign(claims), decoder.decode(token.substring(dot + 1)))) {
                return Optional.empty();
            }
            String[] parts = claims.split("\\|", 3);
            TaskKey key = TaskKey.parse(parts[2]);
            return Optional.of(
                    new TaskIdentity(parts[0], parts[1], key.taskId(), key.version(), key.role(), key.partyId()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private byte[] sign(String claims) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac.doFinal(claims.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }
}
