package io.fateflow.worker.crypto.math;

import java.lang.ref.Reference;
import java.util.Objects;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** In native memory. */
final class GmpResidues implements Residues {

    private final GmpArithmetic arithmetic;
    private final int length;
    private final int count;
    private final Memory memory;

    GmpResidues(GmpArithmetic arithmetic, int count) {
        this.arithmetic = arithmetic;
        this.length = arithmetic.length();
        this.count = count;
        this.memory = GmpArithmetic.memory((long) length * count + GmpArithmetic.workLength(length));
    }

    @Override
    public void set(int index, long[] residue) {
        arithmetic.checkLength(residue);
        memory.write(offset(index), residue, 0, length);
    }

    @Override
    public long[] get(int index) {
        return memory.getLongArray(offset(index), length);
    }

    @Override
    public void copy(int target, Residues from, int index) {
        set(target, sameKind(from).get(index));
    }

    @Override
    public void multiply(int target, int a, Residues other, int b) {
        GmpResidues source = sameKind(other);
        long base = Pointer.nativeValue(memory);
        long work = base + (long) count * length * Long.BYTES;
        long factor = Pointer.nativeValue(source.memory) + source.offset(b);
        try {
            arithmetic.multiply(base + offset(target), base + offset(a), factor, work);
        } finally {
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(source);
        }
    }

    /** What is still in use after this is a mistake that ends the process. */
    @Override
    public void close() {
        memory.close();
    }

    private long offset(int index) {
        return (long) Objects.checkIndex(index, count) * length * Long.BYTES;
    }

    private GmpResidues sameKind(Residues other) {
        if (!(other instanceof GmpResidues same) || same.length != length) {
            throw new IllegalArgumentException("residues of another modulus");
        }
        return same;
    }
}
