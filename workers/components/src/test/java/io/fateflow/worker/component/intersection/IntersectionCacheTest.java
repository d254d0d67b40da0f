package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.component.builtin.CacheLoader;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;
import io.fateflow.worker.testing.Tables;

import static io.fateflow.worker.component.intersection.IntersectionTest.GUEST;
import static io.fateflow.worker.component.intersection.IntersectionTest.HOST;
import static io.fateflow.worker.component.intersection.IntersectionTest.OTHER_HOST;
import static io.fateflow.worker.component.intersection.IntersectionTest.contains;
import static io.fateflow.worker.component.intersection.IntersectionTest.ids;
import static io.fateflow.worker.component.intersection.IntersectionTest.keys;
import static io.fateflow.worker.component.intersection.IntersectionTest.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class IntersectionCacheTest {

    /** What the later component says of the method is as little as FATE's examples say. */
    private static final Map<String, String> CACHING = Map.of(
            "rsa",
            "{\"intersect_method\": \"rsa\", \"rsa_params\": {\"key_length\": 1024, \"salt\": \"pepper\"}, \"run_cache\": true}",
            "ecdh",
            "{\"intersect_method\": \"ecdh\", \"ecdh_params\": {\"hash_method\": \"sm3\"}, \"run_cache\": true}",
            "dh",
            "{\"intersect_method\": \"dh\", \"dh_params\": {\"key_length\": 1024}, \"run_cache\": true}");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ecdh", "dh"})
    void otherGuestIdsAreMatchedWithWhatTheHostSentOnce(String method) throws Exception {
        Federation.Run kept = run(caching(method), ids(0, 50), ids(20, 90));

        Federation.Run run = goOn(kept, kept, method, ids(60, 120), ids(20, 90));

        assertThat(kept.result(GUEST).path("outputs")).isEmpty();
        assertThat(kept.record()).noneMatch(message -> message.variable().contains("guest_pubkey_ids"));
        assertThat(keys(run, GUEST)).isEqualTo(ids(60, 90));
        assertThat(keys(run, HOST)).isEqualTo(ids(60, 90));
        assertThat(run.record())
                .extracting(MemoryExchange.Message::variable)
                .noneMatch(variable -> variable.contains("host_prvkey_ids")
                        || variable.contains("h2g")
                        || variable.contains("host_pubkey"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ecdh", "dh"})
    void severalHostsHaveACacheEach(String method) throws Exception {
        Federation.Run kept = run(caching(method), ids(0, 50), ids(20, 90), ids(30, 70));

        Federation.Run run = goOn(kept, kept, method, ids(60, 120), ids(20, 90), ids(30, 70));

        for (String party : List.of(GUEST, HOST, OTHER_HOST)) {
            assertThat(keys(run, party)).as(party).isEqualTo(ids(60, 70));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ecdh", "dh"})
    void neitherAnIdNorTheKeyOfACacheCrosses(String method) throws Exception {
        Federation.Run kept = run(caching(method), ids(0, 9), ids(4, 12));
        Federation.Run run = goOn(kept, kept, method, ids(6, 20), ids(4, 12));

        List<byte[]> secrets = new ArrayList<>();
        ids(0, 20).forEach(id -> secrets.add(id.getBytes(StandardCharsets.UTF_8)));
        JsonNode key = key(kept, HOST, "guest 9999");
        key.forEach(part -> secrets.addAll(forms(part.asText(), method)));
        if (!method.equals("rsa")) {
            key(kept, GUEST, "host 10000").forEach(part -> secrets.addAll(forms(part.asText(), method)));
        }
        assertThat(secrets).hasSizeGreaterThan(21);
        List<MemoryExchange.Message> all = new ArrayList<>(kept.record());
        all.addAll(run.record());
        for (MemoryExchange.Message message : all) {
            secrets.forEach(secret -> assertThat(contains(message.bytes(), secret))
                    .as(message.variable())
                    .isFalse());
        }
    }

    @Test
    void cachesOfDifferentRunsDoNotMeet() throws Exception {
        Federation.Run first = run(caching("ecdh"), ids(0, 5), ids(0, 5));
        Federation.Run second = run(caching("ecdh"), ids(0, 5), ids(0, 5));

        Federation.Run run = goOn(first, second, "ecdh", ids(0, 5), ids(0, 5));

        assertThat(run.failure(HOST)).contains("cache_id check failed", "guest 9999");
        assertThat(run.record()).extracting(MemoryExchange.Message::variable).noneMatch(name -> name.contains("h2g"));
    }

    @Test
    void aCacheOfAnotherHostIsRefusedByName() throws Exception {
        Federation.Run kept = run(caching("ecdh"), ids(0, 5), ids(0, 5));

        Federation federation = federation("{\"intersect_method\": \"ecdh\"}", ids(0, 5), ids(0, 5), ids(0, 5));
        federation.cache(GUEST, kept.cache(GUEST)).cache(HOST, kept.cache(HOST));

        assertThat(federation.run().failure(GUEST)).contains("made with [host 10000]", "host 10001", "run_cache");
    }

    @ParameterizedTest
    @CsvSource({"rsa, ecdh", "ecdh, dh"})
    void anotherMethodThanTheCachesIsRefused(String cached, String method) throws Exception {
        Federation.Run kept = run(caching(cached), ids(0, 5), ids(0, 5));

        Federation.Run run = goOn(kept, kept, method, ids(0, 5), ids(0, 5));

        assertThat(run.failure(GUEST)).contains("made by intersect_method " + cached, "this is " + method);
    }

    @Test
    void aCacheOfAFateInstallationsIsRefusedWithoutAWordOfWhatItHolds() throws Exception {
        Federation federation = federation("{\"intersect_method\": \"ecdh\"}", ids(0, 5), ids(0, 5));
        for (String party : List.of(GUEST, HOST)) {
            Tables caches = new Tables(federation.tables(party).caches());
            federation.cache(party, caches.text("number,fate_cache.key\n0,secret\n"));
        }

        assertThat(federation.run().failure(GUEST))
                .contains("was made by a FATE installation's Python", "the same provider")
                .doesNotContain("secret", "fate_cache.key");
    }

    @Test
    void rowsThatTheHostHasNoMoreAreLeftOut() throws Exception {
        Federation.Run kept = run(caching("rsa"), ids(0, 5), ids(0, 20));

        Federation.Run run = goOn(kept, kept, "rsa", ids(5, 15), ids(10, 20));

        assertThat(keys(run, GUEST)).isEqualTo(ids(5, 15));
        assertThat(keys(run, HOST)).isEqualTo(ids(10, 15));
    }

    @Test
    void aLoaderHandsACacheOn() throws Exception {
        Federation.Run kept = run(caching("ecdh"), ids(0, 5), ids(0, 5));
        Federation loading = new Federation(directory, GUEST, HOST)
                .component(CacheLoader::new)
                .parameters("{\"job_id\": \"1\", \"component_name\": \"intersect_0\"}")
                .cache(GUEST, kept.cache(GUEST))
                .cache(HOST, kept.cache(HOST));

        Federation.Run loaded = loading.run();

        assertThat(loaded.cache(HOST)).isEqualTo(kept.cache(HOST));
        assertThat(keys(goOn(loaded, loaded, "ecdh", ids(2, 9), ids(0, 5)), HOST))
                .isEqualTo(ids(2, 5));
    }

    @Test
    void aLoaderSaysWhichCacheIsNotThere() throws Exception {
        Federation loading = new Federation(directory, GUEST).component(CacheLoader::new);

        assertThat(loading.parameters("{\"cache_key\": \"abc\"}").run().failure(GUEST))
                .contains("guest 9999", "can not found this cache", "cache_key abc");
        assertThat(loading.parameters("{\"job_id\": \"1\"}").run().failure(GUEST))
                .contains("component_name");
    }

    private static String caching(String method) {
        return requireNonNull(CACHING.get(method), method);
    }

    private Federation.Run run(String parameters, List<String> guest, List<?>... hosts) throws Exception {
        return federation(parameters, guest, hosts).run();
    }

    private Federation.Run goOn(
            Federation.Run ofGuest, Federation.Run ofHosts, String method, List<String> guest, List<?>... hosts)
            throws Exception {
        Federation federation = federation("{\"intersect_method\": \"" + method + "\"}", guest, hosts);
        federation.cache(GUEST, ofGuest.cache(GUEST)).cache(HOST, ofHosts.cache(HOST));
        if (hosts.length > 1) {
            federation.cache(OTHER_HOST, ofHosts.cache(OTHER_HOST));
        }
        return federation.run();
    }

    private Federation federation(String parameters, List<String> guest, List<?>... hosts) throws IOException {
        String[] parties = hosts.length > 1 ? new String[] {GUEST, HOST, OTHER_HOST} : new String[] {GUEST, HOST};
        Federation federation =
                new Federation(directory, parties).component(Intersection::new).parameters(parameters);
        federation.input(GUEST, "data", text(federation, GUEST, guest, "g"));
        for (int i = 0; i < hosts.length; i++) {
            List<String> own = hosts[i].stream().map(String.class::cast).toList();
            federation.input(parties[1 + i], "data", text(federation, parties[1 + i], own, "h"));
        }
        return federation;
    }

    private static JsonNode key(Federation.Run run, String party, String other) throws IOException {
        TableName cache = run.cache(party);
        return run.federation()
                .tables(party)
                .caches()
                .find(cache)
                .orElseThrow()
                .schema()
                .meta()
                .path("parts")
                .path(other)
                .path("key");
    }

    private static List<byte[]> forms(String secret, String method) {
        byte[] bytes = method.equals("rsa")
                ? new BigInteger(secret).toByteArray()
                : HexFormat.of().parseHex(secret);
        return List.of(secret.getBytes(StandardCharsets.UTF_8), bytes);
    }
}
