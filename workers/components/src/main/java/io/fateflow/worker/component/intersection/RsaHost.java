package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

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

    RsaHost(Exchange exchange, Party guest, HashedIds ids, IntersectionParameters parameters) {
        this.exchange = exchange;
        this.guest = guest;
        this.ids = ids;
        this.parameters = parameters;
    }

    @Override
    public SentIds run() throws IOException, InterruptedException {
        RsaSigner signer = RsaSigner.generate(parameters.keyBits(), random);
        sendKey(signer);
        SentIds sent = sendOwn(signer);
        sign(signer);
        return sent;
    }

    private void sendKey(RsaSigner signer) throws IOException, InterruptedException {
        exchange.sendJson(
                RsaGuest.VARIABLES.name("host_pubkey"),
                Variables.TAG,
                guest,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("e", signer.publicExponent().toString())
                        .put("n", signer.modulus().toString()));
    }

    private SentIds sendOwn(RsaSigner signer) throws IOException, InterruptedException {
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

    private void sign(RsaSigner signer) throws IOException, InterruptedException {
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
