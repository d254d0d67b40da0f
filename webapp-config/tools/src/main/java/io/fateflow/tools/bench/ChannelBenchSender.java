package io.fateflow.tools.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.Routes;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.DiskSpace;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.Outbox;
import io.fateflow.transfer.Settlement;
import io.fateflow.transfer.grpc.GrpcTransferSender;

/** The sending process of {@code bench channel}: a line of figures for each round, and one on its memory. */
@Command(name = "channel-sender", hidden = true)
public final class ChannelBenchSender implements Callable<Integer> {

    private static final String JOB = "202601010000000000000";
    private static final Member GUEST = new Member("guest", "9999");
    private static final Member HOST = new Member("host", "10000");
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    @Parameters
    private Path place = Path.of(".");

    @Option(names = "--grpc")
    private int grpcPort;

    @Option(names = "--plain")
    private int plainPort;

    @Option(names = "--megabytes")
    private int megabytes;

    @Option(names = "--rounds")
    private int rounds;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        Path data = place.resolve("data");
        fill(data, 1);
        ExchangeSpool spool = new ExchangeSpool(place.resolve("sender"), new DiskSpace(0));
        try (Outbox outbox = new Outbox(spool, settings(), Clock.systemUTC())) {
            for (int round = 0; round < rounds; round++) {
                System.out.println(round(spool, outbox, data, round));
            }
        }
        System.out.println(PeakMemory.of());
        return 0;
    }

    private Outbox.Settings settings() {
        PartyRoute route = new PartyRoute(Protocol.GRPC, "127.0.0.1", grpcPort, null);
        return new Outbox.Settings(
                new PartyDirectory(new Routes(9999, Map.of(10000L, route), null), Clock.systemUTC()),
                Map.of(Protocol.GRPC, new GrpcTransferSender(Duration.ofMinutes(2))),
                SiteSigner.NONE,
                "1.11.4",
                PATIENCE);
    }

    private ObjectNode round(ExchangeSpool spool, Outbox outbox, Path data, int round)
            throws IOException, InterruptedException, ExecutionException {
        ObjectNode figures = JsonNodeFactory.instance.objectNode();
        freshMemory(1);
        long begin = System.nanoTime();
        PlainCopy.send(data, plainPort);
        figures.put("plainSeconds", since(begin));

        String task = JOB + "_bench";
        Address address = new Address(Address.session(task, round), "data", "", GUEST, HOST);
        // the transfer begins as soon as it is in the spool
        freshMemory(2);
        begin = System.nanoTime();
        try (InputStream in = Files.newInputStream(data)) {
            outbox.accept(JOB, task, round, address, in);
        }
        figures.put("spoolSeconds", since(begin));
        begin = System.nanoTime();
        Settlement settlement =
                outbox.settled(address.session(), GUEST, PATIENCE).get();
        figures.put("channelSeconds", since(begin));
        if (!(settlement instanceof Settlement.Everything)) {
            throw new IllegalStateException("the data did not arrive: " + settlement);
        }
        spool.close(address.session());
        return figures.put("session", address.session());
    }

    /**
     * Has the system hold as much free memory that was in use just before as so many copies fill. Under a hypervisor that takes free
     * pages back, a page that was free for seconds costs ten times one that was not, and whoever copied second paid for it.
     */
    private void freshMemory(int copies) throws IOException {
        Path file = place.resolve("memory");
        fill(file, copies);
        Files.delete(file);
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private void fill(Path file, int times) throws IOException {
        byte[] block = new byte[1 << 20];
        new Random(1).nextBytes(block);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < times * megabytes; i++) {
                block[0] = (byte) i;
                out.write(block);
            }
        }
    }
}
