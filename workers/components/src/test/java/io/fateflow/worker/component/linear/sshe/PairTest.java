package io.fateflow.worker.component.linear.sshe;

import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.IntegerProducts;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;

class PairTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final int ROWS = 6;
    private static final BigInteger[] SHARES = Ring.encode(new double[] {3, -7}, Ring.FRACTION);
    private static final long[] FACTORS = {1, 2, 5, -1, 0, 3, 1, 2, 5, -1, 0, 3};

    @TempDir
    Path directory;

    /** The guest has shares, the host factors; what each gets is written down. */
    private static final class Products implements Component {

        private final boolean looks;
        private final List<BigInteger> guests = Collections.synchronizedList(new ArrayList<>());
        private final List<BigInteger> hosts = Collections.synchronizedList(new ArrayList<>());

        Products(boolean looks) {
            this.looks = looks;
        }

        @Override
        public String module() {
            return "Products";
        }

        @Override
        public void run(ComponentContext context) throws Exception {
            boolean guest = context.task().self().role().equals("guest");
            Party other = context.parties().of(guest ? "host" : "guest").get(0);
            LinearVariables transfer = new LinearVariables(context.exchange(), "test", "fit");
            Pair pair = Pair.meet(transfer, "fit", other, PaillierKeyPair.generate(1024, new SecureRandom()));
            if (!guest) {
                PaillierNumber[] products = IntegerProducts.rowSums(pair.receiveEncrypted(SHARES.length, "x"), FACTORS);
                hosts.addAll(List.of(pair.share(products, FixedRows.FACTOR_BITS, "y")));
                return;
            }
            pair.sendEncrypted(SHARES, "x");
            if (looks) {
                PaillierNumber[] raw = pair.transfer()
                        .receive(
                                "share",
                                other,
                                in -> PaillierCodec.read(in, pair.own().publicKey()),
                                "y");
                for (PaillierNumber number : raw) {
                    guests.add(pair.own().privateKey().decryptExactly(number).mantissa());
                }
            } else {
                guests.addAll(List.of(pair.receiveShares(ROWS, "y")));
            }
        }
    }

    @Test
    void sharesOfProductsAddUpToThem() throws Exception {
        Products products = run(false);

        for (int row = 0; row < ROWS; row++) {
            double expected = 3.0 * FACTORS[2 * row] - 7.0 * FACTORS[2 * row + 1];
            BigInteger sum = Ring.reduce(products.guests.get(row).add(products.hosts.get(row)));
            assertThat(Ring.decode(sum, Ring.FRACTION)).isEqualTo(expected);
        }
    }

    @Test
    void whoDecryptsSeesRandomNumbersFarGreaterThanAnyProduct() throws Exception {
        Products products = run(true);

        // three rows have the same product, and zero is one of them
        assertThat(new HashSet<>(products.guests)).hasSize(ROWS);
        int most = Ring.BITS + FixedRows.FACTOR_BITS;
        assertThat(products.guests.stream()
                        .mapToInt(BigInteger::bitLength)
                        .max()
                        .getAsInt())
                .isGreaterThan(most + 80);
        assertThat(products.guests)
                .allSatisfy(each -> assertThat(each.bitLength()).isGreaterThan(most));
    }

    private Products run(boolean looks) throws Exception {
        Products products = new Products(looks);
        new Federation(directory, GUEST, HOST).component(() -> products).run().result(GUEST);
        return products;
    }
}
