package io.fateflow.federation.grpc;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections as soon as they come when there are too many: each takes a file descriptor and memory, also if no call ever
 * comes over it. Who is refused finds the site unreachable, and tries again.
 */
final class BoundedServerChannel extends NioServerSocketChannel {

    private static final Logger log = LoggerFactory.getLogger(BoundedServerChannel.class);

    private final int most;
    private final Greeting greeting;
    private final AtomicInteger open = new AtomicInteger();

    /** What is done before a connection is taken. */
    @FunctionalInterface
    interface Greeting {

        void before() throws IOException;
    }

    /** @param most how many connections there may be at once */
    BoundedServerChannel(int most, Greeting greeting) {
        this.most = most;
        this.greeting = greeting;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it is the future that the listener was given to
    protected int doReadMessages(List<Object> accepted) throws Exception {
        int read = super.doReadMessages(accepted);
        if (read > 0) {
            greeting.before();
        }
        for (int i = accepted.size() - 1; i >= accepted.size() - read; i--) {
            NioSocketChannel connection = (NioSocketChannel) accepted.get(i);
            if (open.incrementAndGet() > most) {
                log.warn(
                        "FFB-5235 a gRPC connection from {} is refused: there are {}",
                        connection.remoteAddress(),
                        most);
                open.decrementAndGet();
                accepted.remove(i);
                connection.unsafe().closeForcibly();
                return read - 1;
            }
            connection.closeFuture().addListener(closed -> open.decrementAndGet());
        }
        return read;
    }
}
