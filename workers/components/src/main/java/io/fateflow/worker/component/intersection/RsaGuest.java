package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.crypto.psi.RsaBlinder;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/** FATE's unified RSA method: the host signs the guest's blinded ids, and both hash signatures. */
final class RsaGuest implements GuestSession {

    static final Variables VARIABLES = Variables.of("rsa");

    private final Exchange exchange;
    private final Party host;
    private final HashedIds ids;
    private final IntersectionParameters parameters;
    private ObjectNode key;
    private @Nullable RsaBlinder blinder;

    /**
     * Knows nobody yet.
     *
     * @param key the host's public key, if the guest has met it before; else empty
     */
    RsaGuest(Exchange exchange, Party host, HashedIds ids, IntersectionParameters parameters, ObjectNode key)
            throws IOException {
        this.exchange = exchange;
        this.host = host;
        this.ids = ids;
        this.parameters = parameters;
        this.key = key;
        this.blinder = key.isEmpty() ? null : blinder(key);
    }

    @Override
    public void meet() throws IOException, InterruptedException {
        JsonNode received = exchange.receiveJson(VARIABLES.name("host_pubkey"), Variables.TAG, host);
        blinder = blinder(received);
        key = JsonNodeFactory.instance.objectNode();
        key.set("n", received.path("n"));
        key.set("e", received.path("e"));
    }

    @Override
    public ObjectNode key() {
        return key;
    }

    @Override
    public HostIds hostIds() throws IOException, InterruptedException {
        RecordSet records = new RecordSet(parameters.finalHash().length());
        RecordChannel channel = VARIABLES.channel(exchange, "host_prvkey_ids");
        channel.receive(host, records.width(), chunk -> Numbers.addAll(records, chunk, host, channel));
        return new HostIds(records, records);
    }

    @Override
    public void ask() throws IOException, InterruptedException {
        RsaBlinder own = met();
        VARIABLES
                .channel(exchange, "guest_pubkey_ids")
                .send(
                        host,
                        Numbers.width(own.modulus()),
                        ids.count(),
                        id -> Numbers.toBytes(
                                own.blind(id, new BigInteger(1, ids.digests().get(id))), own.modulus()));
    }

    @Override
    public Matches match(HostIds hostIds) throws IOException, InterruptedException {
        RsaBlinder own = met();
        int[] byId = new int[ids.count()];
        RecordChannel signatures = VARIABLES.channel(exchange, "host_sign_guest_ids");
        signatures.receive(host, Numbers.width(own.modulus()), chunk -> {
            if (chunk.total() != ids.count()) {
                throw signatures.malformed(host, "has " + chunk.total() + " records for " + ids.count() + " ids");
            }
            byte[][] hashes = chunk.map((id, signature) -> hash(own, id, new BigInteger(1, signature)))
                    .records();
            for (int i = 0; i < hashes.length; i++) {
                byId[chunk.first() + i] = hostIds.answers().find(hashes[i]);
            }
        });
        return new Matches(host, hostIds.records(), byId);
    }

    private RsaBlinder met() {
        return Objects.requireNonNull(blinder, "the host's key is not known yet");
    }

    private byte[] hash(RsaBlinder own, int id, BigInteger signature) {
        return parameters.finalHash().of(own.unblind(id, signature).toString());
    }

    private RsaBlinder blinder(JsonNode given) throws IOException {
        try {
            return new RsaBlinder(
                    new BigInteger(given.path("n").asText()),
                    new BigInteger(given.path("e").asText()),
                    parameters.randomBits(),
                    new SecureRandom());
        } catch (IllegalArgumentException wrong) {
            throw new ExchangeException("malformed data from " + host + ": host_pubkey: " + wrong.getMessage());
        }
    }
}
