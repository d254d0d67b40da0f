package io.fateflow.webapp.federation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.participant.ForeignLimits;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.federation.auth.CallMemory;
import io.fateflow.federation.auth.CallSignatures;
import io.fateflow.federation.auth.PartnerKeys;
import io.fateflow.federation.auth.PemKeys;
import io.fateflow.federation.auth.RefusedCalls;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.auth.SiteKeyStore;
import io.fateflow.federation.auth.SiteKeys;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.auth.StoredCallMemory;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.grpc.GrpcCallSender;
import io.fateflow.federation.grpc.GrpcServer;
import io.fateflow.federation.http.HttpCallSender;
import io.fateflow.federation.incoming.PartnerLimit;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.outgoing.PartyClient;
import io.fateflow.transfer.ArrivalLimit;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.OfferHandler;
import io.fateflow.transfer.Outbox;
import io.fateflow.transfer.Tickets;
import io.fateflow.transfer.TransferReceiver;
import io.fateflow.transfer.TransferRights;
import io.fateflow.transfer.grpc.GrpcTransferSender;
import io.fateflow.transfer.grpc.TransferService;
import io.fateflow.transfer.http.HttpTransferSender;
import io.fateflow.webapp.exchange.ExchangeProperties;
import io.fateflow.webapp.security.AccessLog;
import io.fateflow.webapp.security.AuthenticationProperties;

/** Both halves of both transports, if this site is connected to others. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("fate.federation.enabled")
class FederationConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(FederationConfiguration.class);

    private final FederationProperties federation;
    private final @Nullable SiteKeys keys;

    FederationConfiguration(
            FederationProperties federation, AuthenticationProperties authentication, SiteKeyStore handedIn) {
        this.federation = federation;
        this.keys =
                authentication.site().enabled() ? keys(authentication.site(), handedIn, federation.partyId()) : null;
    }

    private static SiteKeys keys(AuthenticationProperties.Site site, SiteKeyStore handedIn, long ownPartyId) {
        Path own = site.privateKey();
        if (own == null) {
            throw new IllegalArgumentException("fate.authentication.site.private-key is missing: the switch is on");
        }
        Map<Long, PublicKey> publicKeys = new HashMap<>();
        site.publicKeys().forEach((party, file) -> publicKeys.put(party, PemKeys.publicKey(file)));
        return new SiteKeys(
                PemKeys.privateKey(own), publicKeys, SiteKeys.HandedIn.from(handedIn, ownPartyId), site.acceptMd5());
    }

    @Bean
    PartyDirectory partyDirectory(Clock clock) {
        Path file = federation.routesFile();
        return new PartyDirectory(
                file == null ? federation.table() : RoutesFile.read(file, federation.partyId()), clock);
    }

    @Bean
    GrpcCallSender grpcCallSender() {
        return new GrpcCallSender(federation.host(), federation.grpc().port(), federation.maxMessageBytes());
    }

    @Bean
    PartyClient partyClient(PartyDirectory directory, GrpcCallSender grpcCallSender) {
        return new PartyClient(
                directory,
                Map.of(Protocol.HTTP, new HttpCallSender(federation.maxMessageBytes()), Protocol.GRPC, grpcCallSender),
                signer(),
                federation.fateVersion(),
                wait -> TimeUnit.MILLISECONDS.sleep(wait.toMillis()));
    }

    private SiteSigner signer() {
        return keys == null ? SiteSigner.NONE : keys;
    }

    @Bean
    Federation federation(PartyClient client, Environment environment) {
        return new Federation(
                client,
                new SiteIdentity(
                        federation.partyId(),
                        federation.fateVersion(),
                        federation.host(),
                        environment.getProperty("server.port", Integer.class, 9380),
                        federation.grpc().port()),
                new ForeignLimits(federation.reservation(), federation.silence()),
                keys == null ? PartnerKeys.NONE : keys);
    }

    /** Into the server's log, and into the audit log in a transaction of its own. */
    @Bean
    RefusedCalls refusedCalls(AccessLog log) {
        return call -> {
            LOG.warn(
                    "a call to {} from {} was refused with {}: {}",
                    call.path(),
                    call.remoteAddress(),
                    call.retcode(),
                    call.reason());
            log.refused("party " + call.claimedPartyId(), call.remoteAddress(), call.path(), call.reason());
        };
    }

    @Bean
    CallMemory callMemory(JdbcTemplate jdbc, Clock clock) {
        return new StoredCallMemory(jdbc, clock);
    }

    @Bean
    SiteAuthentication siteAuthentication(CallMemory memory, AuthenticationProperties authentication, Clock clock) {
        AuthenticationProperties.Site site = authentication.site();
        CallSignatures.Rules rules =
                new CallSignatures.Rules(site.clockTolerance(), site.requireCallSignature(), site.bodyOnly());
        return new SiteAuthentication(
                federation.partyId(),
                keys,
                new CallSignatures(federation.partyId(), rules, memory, clock),
                federation.partiesByCertificate());
    }

    @Bean
    WireDispatcher wireDispatcher(
            PartyWireHandler handler, SiteAuthentication authentication, RefusedCalls refusedCalls) {
        return new WireDispatcher(handler, authentication, refusedCalls);
    }

    /** What executors here send to other sites. */
    @Bean
    Outbox outbox(ExchangeSpool spool, PartyDirectory directory, ExchangeProperties exchange, Clock clock) {
        return new Outbox(
                spool,
                new Outbox.Settings(
                        directory,
                        Map.of(
                                Protocol.HTTP,
                                new HttpTransferSender(exchange.stall()),
                                Protocol.GRPC,
                                new GrpcTransferSender(exchange.stall())),
                        signer(),
                        federation.fateVersion(),
                        exchange.giveUpAfter()),
                clock);
    }

    @Bean
    OfferHandler receivingDesk(
            SiteAuthentication authentication,
            TransferRights rights,
            RefusedCalls refusedCalls,
            ExchangeSpool spool,
            ArrivalLimit limit) {
        return new OfferHandler(
                federation.partyId(), authentication, rights, refusedCalls, spool, new TransferReceiver(spool), limit);
    }

    @Bean
    Tickets tickets(ExchangeSpool spool) {
        return new Tickets(spool);
    }

    @Bean
    @ConditionalOnProperty("fate.federation.grpc.enabled")
    GrpcServer grpcServer(WireDispatcher dispatcher, PartnerLimit limit, PartyDirectory directory, OfferHandler offers)
            throws IOException {
        FederationProperties.Grpc grpc = federation.grpc();
        return GrpcServer.start(
                new GrpcServer.Settings(
                        new InetSocketAddress(grpc.address(), grpc.port()),
                        federation.maxMessageBytes(),
                        grpc.threads(),
                        // a quarter of the heap, as the bodies of strangers over HTTP
                        GrpcServer.Strangers.of(Runtime.getRuntime().maxMemory() / 4, federation.maxMessageBytes()),
                        grpc.tls()),
                dispatcher,
                limit,
                directory,
                List.of(new TransferService(offers)));
    }
}
