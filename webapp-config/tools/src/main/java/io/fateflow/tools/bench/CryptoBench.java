package io.fateflow.tools.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.crypto.math.Residues;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.psi.CommutativeCipher;
import io.fateflow.worker.crypto.psi.Curve25519Cipher;
import io.fateflow.worker.crypto.psi.IdHash;
import io.fateflow.worker.crypto.psi.RsaBlinder;
import io.fateflow.worker.crypto.psi.RsaSigner;

/**
 * Paillier's operations on one core, each next to the bare modular operation that it cannot do without, by the faster of
 * GMP and the JDK; and ids matched with all cores, where this machine does the work of both parties.
 */
final class CryptoBench {

    private static final int ROUNDS = 5;
    private static final int BATCH = 8;
    private static final int RSA_IDS = 200;
    private static final int ECDH_IDS = 2000;
    private static final int RSA_BITS = 2048;
    private static final int RANDOM_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final long roundNanos;

    /**
     * Measures nothing yet.
     *
     * @param roundNanos how long each operation is repeated in each round
     */
    CryptoBench(long roundNanos) {
        this.roundNanos = roundNanos;
    }

    ObjectNode run() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("library", BigMath.library());
        report.put("cores", Runtime.getRuntime().availableProcessors());
        ObjectNode paillier = report.putObject("paillier");
        for (int bits : new int[] {1024, 2048}) {
            paillier.set(Integer.toString(bits), paillier(bits));
        }
        ObjectNode psi = report.putObject("psiIdsPerSecond");
        psi.put("rsa" + RSA_BITS, perSecond(RSA_IDS, rsa()));
        psi.put("ecdh", perSecond(ECDH_IDS, ecdh()));
        return report;
    }

    private ObjectNode paillier(int bits) {
        PaillierKeyPair keys = PaillierKeyPair.generate(bits, random);
        BigInteger n = keys.publicKey().n();
        PaillierNumber x = keys.publicKey().encrypt(0.1);
        PaillierNumber y = keys.publicKey().encrypt(0.11);
        BigInteger factor = FixedPoint.of(0.1).mantissa();
        ObjectNode figures = JsonNodeFactory.instance.objectNode();
        figures.set("encrypt", compare(() -> keys.publicKey().encrypt(0.1), power(n.multiply(n), n)));
        figures.set("decrypt", compare(() -> keys.privateKey().decrypt(x), twoPowers(bits)));
        figures.set("multiply", compare(() -> x.multiply(0.1), power(n.multiply(n), factor)));
        try (Residues residues = BigMath.modulo(n.multiply(n)).residues(1)) {
            figures.set("add", compare(() -> x.add(y), product(n.multiply(n), residues)));
        }
        return figures;
    }

    /** Ours and each of the bare ones in turn, so that all see the same machine. */
    private ObjectNode compare(Supplier<Object> ours, List<Supplier<Object>> bare) {
        List<Double> own = new ArrayList<>();
        List<List<Double>> others =
                bare.stream().<List<Double>>map(each -> new ArrayList<>()).toList();
        rate(ours);
        bare.forEach(this::rate);
        for (int round = 0; round < ROUNDS; round++) {
            own.add(rate(ours));
            for (int i = 0; i < bare.size(); i++) {
                others.get(i).add(rate(bare.get(i)));
            }
        }
        double rate = new Percentiles(own).at(50);
        double reference = others.stream()
                .mapToDouble(rates -> new Percentiles(rates).at(50))
                .max()
                .orElseThrow();
        return JsonNodeFactory.instance
                .objectNode()
                .put("perSecond", rate)
                .put("barePerSecond", reference)
                .put("ratio", reference / rate);
    }

    /** Per second of this thread's own time: others may use the machine meanwhile. */
    private double rate(Supplier<Object> operation) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        long count = 0;
        long nanos;
        do {
            for (int i = 0; i < BATCH; i++) {
                Objects.requireNonNull(operation.get());
            }
            count += BATCH;
            nanos = threads.getCurrentThreadCpuTime() - begin;
        } while (nanos < roundNanos);
        return count * 1e9 / nanos;
    }

    private List<Supplier<Object>> power(BigInteger modulus, BigInteger exponent) {
        ModularArithmetic arithmetic = BigMath.modulo(modulus);
        BigInteger base = new BigInteger(modulus.bitLength() - 1, random);
        long[] residue = arithmetic.residue(base);
        return List.of(() -> arithmetic.power(residue, exponent), () -> base.modPow(exponent, modulus));
    }

    /** Those of decryption modulo the squares of the two primes. */
    private List<Supplier<Object>> twoPowers(int bits) {
        BigInteger modulus = new BigInteger(bits, random).setBit(bits - 1).setBit(0);
        return power(modulus, new BigInteger(bits / 2, random).setBit(bits / 2 - 1)).stream()
                .<Supplier<Object>>map(power -> () -> List.of(power.get(), power.get()))
                .toList();
    }

    private List<Supplier<Object>> product(BigInteger modulus, Residues residues) {
        BigInteger factor = new BigInteger(modulus.bitLength() - 1, random);
        residues.set(0, BigMath.modulo(modulus).residue(factor));
        return List.of(
                () -> {
                    residues.multiply(0, 0, residues, 0);
                    return residues;
                },
                () -> factor.multiply(factor).mod(modulus));
    }

    private IntConsumer rsa() {
        RsaSigner signer = RsaSigner.generate(RSA_BITS, random);
        RsaBlinder blinder = new RsaBlinder(signer.modulus(), signer.publicExponent(), RANDOM_BITS, random);
        IdHash hash = new IdHash("sha256", "");
        return id -> {
            BigInteger value = new BigInteger(1, hash.of("id" + id));
            hash.of(signer.sign(value).toString());
            BigInteger signature = signer.sign(blinder.blind(id, value));
            hash.of(blinder.unblind(id, signature).toString());
        };
    }

    private IntConsumer ecdh() {
        CommutativeCipher guest = new Curve25519Cipher(random);
        CommutativeCipher host = new Curve25519Cipher(random);
        IdHash hash = new IdHash("sha256", "");
        return id -> {
            byte[] digest = hash.of("id" + id);
            host.encrypt(guest.encryptId(digest));
            guest.encrypt(host.encryptId(digest));
        };
    }

    private double perSecond(int ids, IntConsumer work) {
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            IntStream.range(0, ids).parallel().forEach(work);
            rates.add(ids * 1e9 / (System.nanoTime() - begin));
        }
        return new Percentiles(rates).at(50);
    }
}
