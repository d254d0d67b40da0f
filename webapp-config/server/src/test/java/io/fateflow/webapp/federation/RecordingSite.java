package io.fateflow.webapp.federation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireCall;

/** A site that keeps what it is asked, and answers what the test says. */
@TestConfiguration(proxyBeanMethods = false)
class RecordingSite {

    @Bean
    @Primary
    Handler recordingHandler() {
        return new Handler();
    }

    record Received(WireCall call, CallHeaders headers) {}

    static final class Handler implements PartyWireHandler {

        final List<Received> received = new CopyOnWriteArrayList<>();
        private volatile Function<WireCall, Answer> behaviour = call -> Answer.success();

        void answers(Function<WireCall, Answer> answer) {
            received.clear();
            behaviour = answer;
        }

        @Override
        public Answer handle(WireCall call, CallHeaders headers) {
            received.add(new Received(call, headers));
            return behaviour.apply(call);
        }
    }
}
