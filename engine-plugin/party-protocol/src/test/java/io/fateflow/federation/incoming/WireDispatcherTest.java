package io.fateflow.federation.incoming;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.auth.RefusedCalls.RefusedCall;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireRoutes;

import static org.assertj.core.api.Assertions.assertThat;

final class WireDispatcherTest {

    private static final String START = "/v1/party/j/host/10000/start";

    private final List<RefusedCall> refused = new ArrayList<>();
    private final List<WireCall> handled = new ArrayList<>();
    private Answer answer = Answer.success();
    private final WireDispatcher dispatcher = new WireDispatcher(
            (call, headers) -> {
                handled.add(call);
                return answer;
            },
            new SiteAuthentication(10000, null, Map.of("aa", Set.of(9999L))),
            refused::add);

    private Answer dispatch(String method, String from, String certificate) {
        return dispatcher.dispatch(new WireRequest(
                method,
                START,
                new CallHeaders("1.11.4", from, "10000", "guest", ""),
                "{}".getBytes(StandardCharsets.UTF_8),
                new CallerEvidence("192.0.2.7", List.of(certificate))));
    }

    @Test
    void whoeverClaimsToBeAnotherIsRefusedAndRemembered() {
        assertThat(dispatch("POST", "10001", "aa").retcode()).isEqualTo(Answer.PERMISSION_ERROR);

        assertThat(handled).isEmpty();
        assertThat(refused).singleElement().satisfies(call -> {
            assertThat(call.claimedPartyId()).isEqualTo("10001");
            assertThat(call.remoteAddress()).isEqualTo("192.0.2.7");
            assertThat(call.path()).isEqualTo(START);
            assertThat(call.retcode()).isEqualTo(108);
        });
    }

    @Test
    void whatACallerMayNotDoIsRememberedToo() {
        answer = Answer.failure(Answer.PERMISSION_ERROR, "not your job");

        assertThat(dispatch("POST", "9999", "aa")).isEqualTo(answer);
        assertThat(refused).hasSize(1);
    }

    @Test
    void otherRefusalsAreNobodysAudit() {
        answer = Answer.failure(Answer.OPERATING_ERROR, "no cores");

        assertThat(dispatch("POST", "9999", "aa")).isEqualTo(answer);
        assertThat(dispatch("GET", "9999", "aa").retmsg()).contains("405");
        assertThat(refused).isEmpty();
        assertThat(handled).hasSize(1);
    }

    @Test
    void whatTheCallerCannotProveIsRefusedBeforeTheBodyIsWanted() {
        CallHead stranger = new CallHead(
                "POST",
                START,
                new CallHeaders("1.11.4", "9999", "10000", "guest", ""),
                new CallerEvidence("192.0.2.7", List.of("bb")));

        assertThat(dispatcher.enter(stranger)).isInstanceOf(Entry.Over.class);
        assertThat(refused).hasSize(1);
    }

    @Test
    void moreThanACallCanHaveIsRefusedWithoutBuildingIt() {
        Entry.Open open = (Entry.Open) dispatcher.enter(new CallHead(
                "POST",
                START.replace("start", "resource/apply"),
                new CallHeaders("1.11.4", "9999", "10000", "guest", ""),
                new CallerEvidence("192.0.2.7", List.of("aa"))));

        assertThat(open.limit()).isEqualTo(BodyLimit.SMALL);
        assertThat(open.proved()).isTrue();
        for (String bomb : List.of(
                "{\"a\":[" + "{},".repeat(60_000) + "{}]}",
                "{\"a\":" + "[".repeat(200) + "]".repeat(200) + "}",
                "{\"a\":" + "9".repeat(5_000) + "}")) {
            Answer refusal = dispatcher.dispatch(open, bomb.getBytes(StandardCharsets.UTF_8));

            assertThat(refusal.retcode()).isEqualTo(100);
            assertThat(refusal.retmsg()).startsWith("FFB-6330");
        }
        assertThat(handled).isEmpty();
    }

    @Test
    void aJobMayBringItsDocuments() {
        assertThat(WireRoutes.limit("/v1/party/j/host/10000/create/")).contains(BodyLimit.DOCUMENT);
        assertThat(WireRoutes.limit("/v1/party/j/host/10000/resource/apply")).contains(BodyLimit.SMALL);
        assertThat(BodyLimit.DOCUMENT.bytes(64 << 20)).isEqualTo(64 << 20);
        assertThat(BodyLimit.SMALL.bytes(64 << 20)).isEqualTo(1 << 20);
    }
}
