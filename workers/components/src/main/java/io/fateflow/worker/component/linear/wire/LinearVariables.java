package io.fateflow.worker.component.linear.wire;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.exchange.Decoder;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

/**
 * FATE's transfer variables of one class, in the namespace of one phase, such as {@code fit}: tags are the namespace and
 * the parts of the suffix, joined by dots.
 *
 * @param variables the full name of FATE's class
 */
public record LinearVariables(Exchange exchange, String variables, String namespace) {

    /** The same variables in another phase. */
    public LinearVariables in(String other) {
        return new LinearVariables(exchange, variables, other);
    }

    public void send(String variable, Party to, Payload payload, Object... suffix)
            throws IOException, InterruptedException {
        exchange.send(name(variable), tag(suffix), to, payload);
    }

    public <T> T receive(String variable, Party from, Decoder<T> decoder, Object... suffix)
            throws IOException, InterruptedException {
        return exchange.receive(name(variable), tag(suffix), from, decoder);
    }

    public void sendJson(String variable, Party to, JsonNode value, Object... suffix)
            throws IOException, InterruptedException {
        exchange.sendJson(name(variable), tag(suffix), to, value);
    }

    public JsonNode receiveJson(String variable, Party from, Object... suffix)
            throws IOException, InterruptedException {
        return exchange.receiveJson(name(variable), tag(suffix), from);
    }

    private String name(String variable) {
        return variables + "." + variable;
    }

    private String tag(Object... suffix) {
        StringBuilder tag = new StringBuilder(namespace);
        for (Object part : suffix) {
            tag.append('.').append(part);
        }
        return tag.toString();
    }
}
