package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
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
    private @Nullable RsaBlinder blinder;

    RsaGuest(Exchange exchange, Party host, HashedIds ids, IntersectionParameters parameters) {
        this.exchange = exchange;
        this.host = host;
        this.ids = ids;
        this.parameters = parameters;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        RsaBlinder own = blinder(exchange.receiveJson(VARIABLES.name("host_pubkey"), Variables.TAG, host));
        blinder = own;
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
    public Matches match() throws IOException, InterruptedException {
        RsaBlinder own = Objects.requireNonNull(blinder, "not opened");
        RecordSet hostRecords = new RecordSet(parameters.finalHash().length());
        RecordChannel hostIds = VARIABLES.channel(exchange, "host_prvkey_ids");
        hostIds.receive(host, hostRecords.width(), chunk -> Numbers.addAll(hostRecords, chunk, host, hostIds));
        int[] byId = new int[ids.count()];
        RecordChannel signatures = VARIABLES.channel(exchange, "host_sign_guest_ids");
        signatures.receive(host, Numbers.width(own.modulus()), chunk -> {
            if (chunk.total() != ids.count()) {
                throw signatures.malformed(host, "has " + chunk.total() + " records for " + ids.count() + " ids");
            }
            byte[][] hashes = chunk.map((id, signature) -> hash(own, id, new BigInteger(1, signature)))
                    .records();
            for (int i = 0; i < hashes.length; i++) {
                byId[chunk.first() + i] = hostRecords.find(hashes[i]);
            }
        });
        return new Matches(host, hostRecords, byId);
    }

    private byte[] hash(RsaBlinder own, int id, BigInteger signature) {
        return parameters.finalHash().of(own.unblind(id, signature).toString());
    }

    private RsaBlinder blinder(JsonNode key) throws IOException {
        try {
            return new RsaBlinder(
                    new BigInteger(key.path("n").asText()),
                    new BigInteger(key.path("e").asText()),
                    parameters.randomBits(),
                    new SecureRandom());
        } catch (IllegalArgumentException wrong) {
            throw new ExchangeException("malformed data from " + host + ": host_pubkey: " + wrong.getMessage());
        }
    }
}
