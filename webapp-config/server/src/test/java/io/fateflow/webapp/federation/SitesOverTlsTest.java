package io.fateflow.webapp.federation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.dsl.Party;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.Contact;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.grpc.GrpcCallSender;
import io.fateflow.federation.grpc.GrpcChannels;
import io.fateflow.federation.grpc.GrpcServer;
import io.fateflow.federation.http.HttpCallSender;
import io.fateflow.federation.http.HttpClients;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.CallSender;
import io.fateflow.federation.outgoing.PartyClient;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.DiskSpace;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.Outbox;
import io.fateflow.transfer.Settlement;
import io.fateflow.transfer.TransferSender;
import io.fateflow.transfer.grpc.GrpcTransferSender;
import io.fateflow.transfer.http.HttpTransferSender;
import io.fateflow.webapp.FederatedServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that speaks TLS only and knows two other sites by their certificates; real handshakes on both transports. */
@FederatedServerTest
@TestPropertySource(
        properties = {
            "fate.federation.grpc.enabled=true",
            "fate.federation.grpc.port=0",
            "fate.federation.routes.9999.host=127.0.0.1",
            "fate.federation.routes.8888.host=127.0.0.1",
            "server.ssl.client-auth=need"
        })
@SuppressWarnings("NullAway.Init") // Spring calls certificates(…) before any test
class SitesOverTlsTest {

    private static final String JOB = "202601021530450000099";
    private static final String TASK = JOB + "_add_0";

    @TempDir
    private static Path place;

    private static Certificates.Site host;
    private static Certificates.Site guest;
    private static Certificates.Site other;
    private static Certificates.Site stranger;

    @TempDir
    private Path spoolDirectory;

    @Autowired
    private GrpcServer grpc;

    @Autowired
    private WireDispatcher dispatcher;

    @Autowired
    private Environment environment;

    @Autowired
    private JdbcTemplate jdbc;

    @DynamicPropertySource
    static void certificates(DynamicPropertyRegistry registry) {
        Certificates authority = new Certificates(place, "authority");
        host = authority.site("host");
        guest = authority.site("guest");
        other = authority.site("other");
        TlsFiles unknown = new Certificates(place, "unknown").site("guest").files();
        stranger = new Certificates.Site(
                new TlsFiles(unknown.certificate(), unknown.privateKey(), authority.authority()), "", Instant.EPOCH);
        registry.add("server.ssl.certificate", () -> "file:" + host.files().certificate());
        registry.add(
                "server.ssl.certificate-private-key",
                () -> "file:" + host.files().privateKey());
        registry.add("server.ssl.trust-certificate", () -> "file:" + authority.authority());
        registry.add("fate.federation.grpc.tls.certificate", () -> host.files().certificate());
        registry.add("fate.federation.grpc.tls.private-key", () -> host.files().privateKey());
        registry.add("fate.federation.grpc.tls.trusted", authority::authority);
        registry.add("fate.federation.routes.9999.certificates[0]", guest::fingerprint);
        registry.add("fate.federation.routes.8888.certificates[0]", other::fingerprint);
    }

    @ParameterizedTest
    @EnumSource
    void aSiteWithItsOwnCertificateIsHeard(Protocol protocol) {
        assertThat(call(protocol, guest.files(), 9999)).isInstanceOf(CallOutcome.Done.class);
        assertThat(call(protocol, other.files(), 8888)).isInstanceOf(CallOutcome.Done.class);
    }

    @ParameterizedTest
    @EnumSource
    void whoeverCallsASiteKnowsUntilWhenItsCertificateIsGood(Protocol protocol) throws Exception {
        PartyDirectory directory = directory(protocol, guest.files());

        assertThat(call(client(protocol, directory), 9999)).isInstanceOf(CallOutcome.Done.class);

        assertThat(directory.contact(10000))
                .get()
                .extracting(Contact::certificateEnd)
                .isEqualTo(host.certificateEnd());
    }

    @ParameterizedTest
    @EnumSource
    void aSiteThatSaysItIsAnotherIsRefusedAndWrittenDown(Protocol protocol) {
        Long before = jdbc.queryForObject("select coalesce(max(id), 0) from audit_log", Long.class);

        CallOutcome outcome = call(protocol, other.files(), 9999);

        assertThat(outcome).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> {
            assertThat(refused.answer().retcode()).isEqualTo(108);
            assertThat(refused.answer().retmsg()).contains("FFB-6102", "party 9999");
        });
        assertThat(jdbc.queryForList(
                        "select actor || ' ' || outcome || details from audit_log where id > ?", String.class, before))
                .singleElement()
                .asString()
                .startsWith("party 9999 refused")
                .contains("FFB-6102", "/v1/info/common");
    }

    @ParameterizedTest
    @EnumSource
    void nobodyGetsInWithoutACertificateOfTheAuthority(Protocol protocol) {
        TlsFiles none = new TlsFiles(null, null, guest.files().trusted());

        assertThat(call(protocol, stranger.files(), 9999)).isInstanceOf(CallOutcome.Unreachable.class);
        assertThat(call(protocol, none, 9999)).isInstanceOf(CallOutcome.Unreachable.class);
        assertThat(call(protocol, null, 9999)).isInstanceOf(CallOutcome.Unreachable.class);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatNobodyVouchesForIsNotCalled(Protocol protocol) {
        TlsFiles trustsOthers =
                new TlsFiles(guest.files().certificate(), guest.files().privateKey(), place.resolve("unknown.crt"));

        assertThat(call(protocol, trustsOthers, 9999)).isInstanceOf(CallOutcome.Unreachable.class);
    }

    @ParameterizedTest
    @EnumSource
    void dataGoesByTheSameCertificates(Protocol protocol) throws Exception {
        // past the certificate: the job is not here
        assertThat(send(protocol, guest.files())).contains("FFB-6611");
        assertThat(send(protocol, other.files())).contains("FFB-6102");
    }

    @ParameterizedTest
    @EnumSource
    void aSitesNewCertificateIsShownWithItsNextCall(Protocol protocol) throws Exception {
        TlsFiles files = copy(stranger.files());
        PartyClient client = client(protocol, directory(protocol, files));
        assertThat(call(client, 9999)).isInstanceOf(CallOutcome.Unreachable.class);

        replace(files, guest.files());

        assertThat(call(client, 9999)).isInstanceOf(CallOutcome.Done.class);
    }

    @Test
    void theServersNewCertificatesCountForTheNextConnection() throws Exception {
        TlsFiles files = copy(host.files());
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        GrpcServer.Strangers strangers = GrpcServer.Strangers.of(1_000_000, 100_000);
        PartyDirectory parties = new PartyDirectory(new Routes(10000, Map.of(), null), Clock.systemUTC());
        try (GrpcServer server = GrpcServer.start(
                new GrpcServer.Settings(anyPort, 100_000, 2, strangers, files), dispatcher, parties, List.of())) {
            assertThat(callGrpc(server.port(), guest.files())).isInstanceOf(CallOutcome.Done.class);
            Files.writeString(files.certificate(), "half of it");
            assertThat(callGrpc(server.port(), guest.files())).isInstanceOf(CallOutcome.Done.class);
            Certificates another = new Certificates(place, "another");

            replace(files, another.site("host").files());

            assertThat(callGrpc(server.port(), guest.files())).isInstanceOf(CallOutcome.Unreachable.class);
            assertThat(callGrpc(server.port(), another.site("guest").files()))
                    .as("past the encryption: it is not the certificate of party 9999")
                    .isInstanceOf(CallOutcome.Refused.class);
        }
    }

    @Test
    void aRoutesBrokenFilesLeaveInUseWhatWasThere() throws Exception {
        TlsFiles files = copy(guest.files());
        PartyRoute route = new PartyRoute(Protocol.GRPC, "127.0.0.1", grpc.port(), files);
        HttpClients http = new HttpClients(Duration.ofSeconds(5));
        try (GrpcChannels channels = new GrpcChannels(UnaryOperator.identity())) {
            GrpcChannels.Kept first = channels.of(route);
            HttpClient client = http.of(files);
            channels.ended(route, first.channel(), Status.Code.UNAVAILABLE);
            first.channel().shutdownNow();

            Files.copy(other.files().privateKey(), files.privateKey(), StandardCopyOption.REPLACE_EXISTING);

            assertThat(channels.of(route).isNew()).isTrue();
            assertThat(http.of(files)).isSameAs(client);
        }
    }

    private TlsFiles copy(TlsFiles files) throws IOException {
        TlsFiles copy = new TlsFiles(
                spoolDirectory.resolve("tls.crt"), spoolDirectory.resolve("tls.key"), spoolDirectory.resolve("ca.crt"));
        replace(copy, files);
        return copy;
    }

    private static void replace(TlsFiles files, TlsFiles with) throws IOException {
        Files.copy(with.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(with.privateKey(), files.privateKey(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(with.trusted(), files.trusted(), StandardCopyOption.REPLACE_EXISTING);
    }

    private static CallOutcome callGrpc(int port, TlsFiles files) {
        return call(client(Protocol.GRPC, directory(Protocol.GRPC, port, files)), 9999);
    }

    private CallOutcome call(Protocol protocol, @Nullable TlsFiles files, long as) {
        return call(client(protocol, directory(protocol, files)), as);
    }

    private static CallOutcome call(PartyClient client, long as) {
        return client.call(new Party("guest", as), 10000, new SiteCall.CommonInfo(), Tries.once());
    }

    private static PartyClient client(Protocol protocol, PartyDirectory directory) {
        CallSender carrier = protocol == Protocol.HTTP
                ? new HttpCallSender(100_000)
                : new GrpcCallSender("127.0.0.1", 9360, 100_000);
        return new PartyClient(directory, Map.of(protocol, carrier), SiteSigner.NONE, "1.11.4", wait -> {
            throw new AssertionError("one try does not wait");
        });
    }

    /** Why something could not be sent in the guest's name. */
    private String send(Protocol protocol, TlsFiles files) throws Exception {
        TransferSender carrier = protocol == Protocol.HTTP
                ? new HttpTransferSender(Duration.ofSeconds(20))
                : new GrpcTransferSender(Duration.ofSeconds(20));
        Member from = new Member("guest", "9999");
        Address address = new Address(Address.session(TASK, 0), "v", "0", from, new Member("host", "10000"));
        ExchangeSpool spool = new ExchangeSpool(spoolDirectory, new DiskSpace(0));
        try (Outbox outbox = new Outbox(
                spool,
                new Outbox.Settings(
                        directory(protocol, files),
                        Map.of(protocol, carrier),
                        SiteSigner.NONE,
                        "1.11.4",
                        Duration.ofMinutes(1)),
                Clock.systemUTC())) {
            outbox.accept(JOB, TASK, 0, address, new ByteArrayInputStream(new byte[10]));
            Settlement settlement = outbox.settled(address.session(), from, Duration.ofSeconds(50))
                    .get(60, TimeUnit.SECONDS);
            spool.close(address.session());
            return settlement.toString();
        }
    }

    private PartyDirectory directory(Protocol protocol, @Nullable TlsFiles files) {
        int port = protocol == Protocol.HTTP
                ? environment.getRequiredProperty("local.server.port", Integer.class)
                : grpc.port();
        return directory(protocol, port, files);
    }

    private static PartyDirectory directory(Protocol protocol, int port, @Nullable TlsFiles files) {
        PartyRoute route = new PartyRoute(protocol, "127.0.0.1", port, files);
        return new PartyDirectory(new Routes(9999, Map.of(10000L, route), null), Clock.systemUTC());
    }
}
