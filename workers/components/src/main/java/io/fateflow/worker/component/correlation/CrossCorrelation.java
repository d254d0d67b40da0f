package io.fateflow.worker.component.correlation;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.crypto.paillier.PaillierVectors;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/**
 * Correlations of the guest's columns with a host's: the guest encrypts its standardized columns, the host multiplies
 * them with its own and adds up, the guest decrypts nothing but sums. Both get to know the correlations, as in FATE: row
 * by row, one row for each of the guest's columns, NaN where a column does not vary.
 */
final class CrossCorrelation {

    private static final int KEY_BITS = 2048;

    private final StandardizedColumns columns;
    private final PartyColumns own;
    private final Exchange exchange;

    CrossCorrelation(StandardizedColumns columns, PartyColumns own, Exchange exchange) {
        this.columns = columns;
        this.own = own;
        this.exchange = exchange;
    }

    /** The guest's part. */
    double[] asGuest(Party hostParty, PartyColumns host) throws IOException, InterruptedException {
        PaillierKeyPair keys = PaillierKeyPair.generate(KEY_BITS, new SecureRandom());
        exchange.send(
                CorrelationVariables.PAILLIER_PUBKEY, CorrelationVariables.TAG, hostParty, keys.publicKey()::write);
        for (int column : own.varying()) {
            PaillierNumber[] encrypted = keys.publicKey().encrypt(columns.column(column));
            exchange.send(
                    CorrelationVariables.ENCRYPTED_COLUMN,
                    tag(column),
                    hostParty,
                    out -> PaillierCodec.write(encrypted, out));
        }
        int width = host.names().size();
        double[] correlations = new double[own.names().size() * width];
        Arrays.fill(correlations, Double.NaN);
        for (int column : own.varying()) {
            PaillierNumber[] products = exchange.receive(
                    CorrelationVariables.ENCRYPTED_PRODUCTS,
                    tag(column),
                    hostParty,
                    in -> PaillierCodec.read(in, keys.publicKey()));
            double[] sums = keys.privateKey().decrypt(products);
            for (int other : host.varying()) {
                correlations[column * width + other] =
                        StandardizedColumns.clip(sums[other] / own.ids().size());
            }
        }
        exchange.sendJson(
                CorrelationVariables.CORRELATIONS,
                CorrelationVariables.TAG,
                hostParty,
                ProtobufJson.doubles(correlations));
        return correlations;
    }

    /** The host's part. */
    double[] asHost(Party guestParty, PartyColumns guest) throws IOException, InterruptedException {
        PaillierPublicKey key = exchange.receive(
                CorrelationVariables.PAILLIER_PUBKEY, CorrelationVariables.TAG, guestParty, PaillierPublicKey::read);
        double[] rows = rows(guest);
        for (int column : guest.varying()) {
            PaillierNumber[] encrypted = exchange.receive(
                    CorrelationVariables.ENCRYPTED_COLUMN, tag(column), guestParty, in -> PaillierCodec.read(in, key));
            PaillierNumber[] products = PaillierVectors.weightedSums(encrypted, rows, columns.count());
            exchange.send(
                    CorrelationVariables.ENCRYPTED_PRODUCTS,
                    tag(column),
                    guestParty,
                    out -> PaillierCodec.write(products, out));
        }
        return ProtobufJson.doubles(
                exchange.receiveJson(CorrelationVariables.CORRELATIONS, CorrelationVariables.TAG, guestParty));
    }

    /** This party's columns in the order of the guest's rows, those that do not vary as zeros. */
    private double[] rows(PartyColumns guest) throws IOException {
        Map<String, Integer> places = new HashMap<>();
        for (int row = 0; row < own.ids().size(); row++) {
            places.put(own.ids().get(row), row);
        }
        int width = columns.count();
        double[] rows = new double[guest.ids().size() * width];
        for (int column : own.varying()) {
            double[] values = columns.column(column);
            for (int row = 0; row < guest.ids().size(); row++) {
                Integer place = places.get(guest.ids().get(row));
                if (place == null || places.size() != guest.ids().size()) {
                    throw new IOException(
                            "guest and host have different rows, " + guest.ids().size() + " and " + places.size()
                                    + ": put an Intersection before HeteroPearson");
                }
                rows[row * width + column] = values[place];
            }
        }
        return rows;
    }

    private static String tag(int column) {
        return CorrelationVariables.TAG + "." + column;
    }
}
