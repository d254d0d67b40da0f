package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.crypto.psi.RsaSigner;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** The host of {@link RsaGuest}: has the key, sends the hashes of its own ids' signatures, and signs the guest's. */
final class RsaHost implements HostSession {

    private final Exchange exchange;
    private final Party guest;
    private final HashedIds ids;
    private final IntersectionParameters parameters;
    private final SecureRandom random = new SecureRandom();
    private final RsaSigner signer;

    /**
     * Sends nothing yet.
     *
     * @param key of an earlier session to go on from; empty for a new one
     */
    RsaHost(Exchange exchange, Party guest, HashedIds ids, IntersectionParameters parameters, ObjectNode key) {
        this.exchange = exchange;
        this.guest = guest;
        this.ids = ids;
        this.parameters = parameters;
        this.signer = key.isEmpty()
                ? RsaSigner.generate(parameters.keyBits(), random)
                : new RsaSigner(
                        new BigInteger(key.path("p").asText()),
                        new BigInteger(key.path("q").asText()));
    }

    @Override
    public SentIds send() throws IOException, InterruptedException {
        sendKey();
        return sendOwn();
    }

    @Override
    public ObjectNode key() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("p", signer.primes().get(0).toString())
                .put("q", signer.primes().get(1).toString());
    }

    private void sendKey() throws IOException, InterruptedException {
        exchange.sendJson(
                RsaGuest.VARIABLES.name("host_pubkey"),
                Variables.TAG,
                guest,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("e", signer.publicExponent().toString())
                        .put("n", signer.modulus().toString()));
    }

    private SentIds sendOwn() throws IOException, InterruptedException {
        RecordSet records = new RecordSet(parameters.finalHash().length());
        int[] order = SentIds.shuffled(ids.count(), random);
        RsaGuest.VARIABLES
                .channel(exchange, "host_prvkey_ids")
                .send(
                        guest,
                        records.width(),
                        ids.count(),
                        place -> {
                            BigInteger signature =
                                    signer.sign(new BigInteger(1, ids.digests().get(order[place])));
                            return parameters.finalHash().of(signature.toString());
                        },
                        records::add);
        return new SentIds(records, order);
    }

    @Override
    public void answer() throws IOException, InterruptedException {
        BigInteger modulus = signer.modulus();
        int width = Numbers.width(modulus);
        RecordChannel answers = RsaGuest.VARIABLES.channel(exchange, "host_sign_guest_ids");
        RsaGuest.VARIABLES
                .channel(exchange, "guest_pubkey_ids")
                .receive(
                        guest,
                        width,
                        chunk -> answers.send(
                                guest,
                                width,
                                chunk.map((place, blinded) ->
                                        Numbers.toBytes(signer.sign(new BigInteger(1, blinded)), modulus))));
    }
}
