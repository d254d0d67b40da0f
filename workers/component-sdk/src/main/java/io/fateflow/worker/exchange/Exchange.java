package io.fateflow.worker.exchange;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.fateflow.worker.storage.StorageAccess;

/**
 * Sends data to other parties of the task and receives theirs. What is sent has a name (the full name of FATE's
 * transfer variable) and a tag ({@code default}, with each part of the suffix behind a dot); the two say what it is,
 * once for each receiver.
 */
public interface Exchange {

    /** The tag of a variable that is sent once. */
    String DEFAULT_TAG = "default";

    /**
     * Hands a payload to this party's server, which delivers it.
     *
     * @throws ExchangeException if it was sent already, or the task is no longer wanted
     */
    void send(String variable, String tag, Party to, Payload payload) throws IOException, InterruptedException;

    /**
     * Waits for what a party sends, however long that takes.
     *
     * @throws ExchangeException if it was received already, the other party failed, or the task is no longer wanted
     */
    <T> T receive(String variable, String tag, Party from, Decoder<T> decoder) throws IOException, InterruptedException;

    /**
     * Waits until everything that was sent has reached the other parties' sites: what is not there yet can still be lost.
     *
     * @throws ExchangeException if something will never be there; the message says what, to whom and why
     */
    default void settle() throws IOException, InterruptedException {}

    /**
     * Asks this party's server for the login of the connector that this attempt's table, or target, is in. It is told to this
     * process alone, and stands in none of its files.
     *
     * @throws ExchangeException if the attempt has nothing to do with a connector, or must not use it
     */
    default StorageAccess storageAccess() throws IOException, InterruptedException {
        throw new ExchangeException("there is no server that could give the login of a connector");
    }

    /** Sends a number, a text or an object, as JSON. */
    default void sendJson(String variable, String tag, Party to, JsonNode value)
            throws IOException, InterruptedException {
        byte[] json = new ObjectMapper().writeValueAsBytes(value);
        send(variable, tag, to, out -> out.write(json));
    }

    /** Receives what {@link #sendJson} sent. */
    default JsonNode receiveJson(String variable, String tag, Party from) throws IOException, InterruptedException {
        return receive(variable, tag, from, new ObjectMapper()::readTree);
    }
}
