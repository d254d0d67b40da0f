package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.grpc.GrpcServer;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.wire.Answer;
import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.DiskSpace;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.OfferHandler;
import io.fateflow.transfer.Transfer;
import io.fateflow.transfer.TransferReceiver;
import io.fateflow.transfer.TransferRights;
import io.fateflow.transfer.grpc.TransferService;

/** The receiving process of {@code bench channel}: says its ports, and ends with its standard input. */
@Command(name = "channel-receiver", hidden = true)
public final class ChannelBenchReceiver implements Callable<Integer> {

    private static final int MOST_MESSAGE_BYTES = 4 << 20;

    @Parameters
    private Path place = Path.of(".");

    @Override
    public Integer call() throws IOException {
        ExchangeSpool spool = new ExchangeSpool(place.resolve("receiver"), new DiskSpace(0));
        ExecutorService threads = Executors.newCachedThreadPool();
        try (GrpcServer server = server(spool);
                PlainCopy plain = new PlainCopy(place.resolve("plain-copy"))) {
            plain.serve(threads);
            System.out.println(JsonNodeFactory.instance
                    .objectNode()
                    .put("grpc", server.port())
                    .put("plain", plain.port()));
            // each line names a session that is over
            byte[] line = new byte[1];
            StringBuilder session = new StringBuilder();
            while (System.in.read(line) > 0) {
                if (line[0] == '\n') {
                    spool.close(session.toString());
                    session.setLength(0);
                } else {
                    session.append((char) line[0]);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(PeakMemory.of());
        return 0;
    }

    private static GrpcServer server(ExchangeSpool spool) throws IOException {
        SiteAuthentication authentication = new SiteAuthentication(10000, null, Map.of());
        return GrpcServer.start(
                new GrpcServer.Settings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        MOST_MESSAGE_BYTES,
                        4,
                        GrpcServer.Strangers.of(0, MOST_MESSAGE_BYTES),
                        null),
                new WireDispatcher((call, headers) -> Answer.success(), authentication, call -> {}),
                new PartyDirectory(new Routes(10000, Map.of(), null), Clock.systemUTC()),
                List.of(new TransferService(new OfferHandler(
                        10000, authentication, new Everybody(), call -> {}, spool, new TransferReceiver(spool)))));
    }

    /** Every job is known, with every party. */
    private static final class Everybody implements TransferRights {

        @Override
        public Verdict verdict(Transfer transfer) {
            return Verdict.WELCOME;
        }

        @Override
        public boolean crossesSites(String taskId, int version, Member member) {
            return true;
        }

        @Override
        public boolean isParty(String jobId, Member ofThisSite, Member other) {
            return true;
        }
    }
}
