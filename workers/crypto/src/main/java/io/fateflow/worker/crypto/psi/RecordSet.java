package io.fateflow.worker.crypto.psi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Byte records of one width, numbered in the order in which they were first added, and found by their content. Takes the
 * records' bytes and about ten more for each. Where a record goes depends on a secret number: nobody can send records that
 * all collide. Not thread-safe while records are added.
 */
public final class RecordSet {

    /** What {@link #find} returns for a record that is not there. */
    public static final int NONE = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PAGE_RECORDS = 1 << 14;
    private static final int FIRST_SLOTS = 1 << 10;

    private final int width;
    private final long secret = new SecureRandom().nextLong() | 1;
    private final List<byte[]> pages = new ArrayList<>();
    /** A record's number plus one; zero where there is none. */
    private int[] slots = new int[FIRST_SLOTS];

    private int size;

    /**
     * An empty set.
     *
     * @param width of each record in bytes
     */
    public RecordSet(int width) {
        this.width = width;
    }

    public int size() {
        return size;
    }

    public int width() {
        return width;
    }

    /** Adds a record unless it is there, and returns its number. */
    public int add(byte[] record) {
        int slot = slot(record);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size % PAGE_RECORDS == 0) {
            pages.add(new byte[PAGE_RECORDS * width]);
        }
        System.arraycopy(record, 0, pages.get(size / PAGE_RECORDS), offset(size), width);
        slots[slot] = ++size;
        if (size * 2 > slots.length) {
            grow();
        }
        return size - 1;
    }

    /** The number of a record, or {@link #NONE}. */
    public int find(byte[] record) {
        return slots[slot(record)] - 1;
    }

    public byte[] get(int number) {
        Objects.checkIndex(number, size);
        int offset = offset(number);
        return Arrays.copyOfRange(pages.get(number / PAGE_RECORDS), offset, offset + width);
    }

    private int slot(byte[] record) {
        if (record.length != width) {
            throw new IllegalArgumentException("a record of " + record.length + " bytes among those of " + width);
        }
        int slot = hash(record) & (slots.length - 1);
        while (slots[slot] != 0 && !isAt(slots[slot] - 1, record)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private boolean isAt(int number, byte[] record) {
        int offset = offset(number);
        return Arrays.equals(pages.get(number / PAGE_RECORDS), offset, offset + width, record, 0, width);
    }

    private int offset(int number) {
        return number % PAGE_RECORDS * width;
    }

    private int hash(byte[] record) {
        long hash = secret;
        int at = 0;
        for (; at + Long.BYTES <= width; at += Long.BYTES) {
            hash = mix(hash ^ (long) LONGS.get(record, at));
        }
        for (; at < width; at++) {
            hash = mix(hash ^ record[at]);
        }
        // once more, for what differed in the highest bits only to reach those that count
        return (int) (mix(hash) >>> Integer.SIZE);
    }

    private long mix(long value) {
        long product = value * secret;
        return product ^ (product >>> Integer.SIZE);
    }

    private void grow() {
        slots = new int[slots.length * 2];
        for (int number = 0; number < size; number++) {
            slots[slot(get(number))] = number + 1;
        }
    }
}
