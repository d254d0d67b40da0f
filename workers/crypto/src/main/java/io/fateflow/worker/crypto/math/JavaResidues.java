package io.fateflow.worker.crypto.math;

import java.math.BigInteger;
import java.util.Arrays;

/** On the heap. */
final class JavaResidues implements Residues {

    private final BigInteger modulus;
    private final int length;
    private final BigInteger[] values;

    JavaResidues(BigInteger modulus, int length, int count) {
        this.modulus = modulus;
        this.length = length;
        this.values = new BigInteger[count];
        Arrays.fill(values, BigInteger.ZERO);
    }

    @Override
    public void set(int index, long[] residue) {
        values[index] = Limbs.toBigInteger(residue);
    }

    @Override
    public long[] get(int index) {
        return Limbs.of(values[index], length);
    }

    @Override
    public void copy(int target, Residues from, int index) {
        values[target] = sameKind(from).values[index];
    }

    @Override
    public void multiply(int target, int a, Residues other, int b) {
        values[target] = values[a].multiply(sameKind(other).values[b]).mod(modulus);
    }

    @Override
    public void close() {
        Arrays.fill(values, BigInteger.ZERO);
    }

    private JavaResidues sameKind(Residues other) {
        if (!(other instanceof JavaResidues same) || !same.modulus.equals(modulus)) {
            throw new IllegalArgumentException("residues of another modulus");
        }
        return same;
    }
}
