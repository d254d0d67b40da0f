package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.exchange.Party;

/** A client's side of FATE's secure aggregator: agrees on masks with all other clients, then sends masked weights. */
final class Aggregation {

    private final LinearVariables transfer;
    private final Party server;
    private final SecretSum secret;
    private final double share;
    private int round;

    private Aggregation(LinearVariables transfer, Party server, SecretSum secret, double share) {
        this.transfer = transfer;
        this.server = server;
        this.secret = secret;
        this.share = share;
    }

    /**
     * Begins.
     *
     * @param rows how many rows this client has, by which its weights count
     * @param header the columns, which must be the same everywhere
     */
    static Aggregation begin(LinearVariables transfer, Party server, int rows, List<String> header)
            throws IOException, InterruptedException {
        SecretSum secret = agreeOnMasks(transfer, server);
        ObjectNode own =
                JsonNodeFactory.instance.objectNode().put("weight", rows).put("columns", digest(header));
        transfer.sendJson(HomoVariables.TO_SERVER, server, own, HomoVariables.WEIGHT);
        double total = transfer.receiveJson(HomoVariables.TO_CLIENT, server, HomoVariables.WEIGHT)
                .asDouble();
        return new Aggregation(transfer, server, secret, rows / total);
    }

    /** The mean of all clients' weights. */
    double[] average(double[] weights) throws IOException, InterruptedException {
        double[] shares = new double[weights.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = weights[i] * share;
        }
        long[] masked = secret.masked(shares);
        transfer.send(HomoVariables.TO_SERVER, server, Wire.integers(masked), HomoVariables.LOCAL_MODEL + round);
        return transfer.receive(HomoVariables.TO_CLIENT, server, Wire::readNumbers, HomoVariables.MODEL + round);
    }

    /** Tells the loss and learns whether training has converged; ends the round. */
    boolean converges(double loss) throws IOException, InterruptedException {
        transfer.sendJson(
                HomoVariables.TO_SERVER, server, DoubleNode.valueOf(loss * share), HomoVariables.LOCAL_LOSS + round);
        boolean converges = transfer.receiveJson(HomoVariables.TO_CLIENT, server, HomoVariables.STATUS + round)
                .asBoolean();
        round++;
        return converges;
    }

    /** A client's side of agreeing on masks, by keys that pass through the server. */
    static SecretSum agreeOnMasks(LinearVariables transfer, Party server) throws IOException, InterruptedException {
        String uuid = transfer.receiveJson(HomoVariables.UUID, server).asText();
        JsonNode group = transfer.receiveJson(HomoVariables.DH_PARAMETERS, server);
        if (!number(group, "p").equals(DhKeys.PRIME) || !number(group, "g").equals(DhKeys.GENERATOR)) {
            throw new IOException(server + " wants another Diffie-Hellman group than that of RFC 3526 with 2048 bits:"
                    + " in a group that it chose itself it could see the models");
        }
        DhKeys keys = DhKeys.generate(new SecureRandom());
        transfer.sendJson(
                HomoVariables.DH_OWN,
                server,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("uuid", uuid)
                        .put("key", keys.publicHalf().toString()));
        JsonNode all = transfer.receiveJson(HomoVariables.DH_ALL, server);
        List<SecretSum.Mask> masks = new ArrayList<>();
        for (String other : (Iterable<String>) all::fieldNames) {
            if (!other.equals(uuid)) {
                BigInteger common = keys.secretWith(number(all, other));
                masks.add(new SecretSum.Mask(new MaskStream(common), uuid.compareTo(other) < 0));
            }
        }
        if (masks.isEmpty()) {
            throw new IOException(server + " named no other client: the weights could not be masked");
        }
        return new SecretSum(masks);
    }

    private static BigInteger number(JsonNode json, String name) throws IOException {
        try {
            return new BigInteger(json.path(name).asText());
        } catch (NumberFormatException e) {
            throw new IOException("a Diffie-Hellman key is not a number", e);
        }
    }

    /** Tells whether headers are the same, and not what is in them. */
    static String digest(List<String> header) {
        MessageDigest sha = Sha256.digest();
        for (String column : header) {
            sha.update(column.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
        }
        return Sha256.hex(sha);
    }
}
