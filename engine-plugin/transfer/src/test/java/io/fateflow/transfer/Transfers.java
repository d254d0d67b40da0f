package io.fateflow.transfer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

import io.fateflow.transfer.Address.Member;
import io.fateflow.worker.digest.Sha256;

/** Transfers for tests, and bytes to fill them. */
final class Transfers {

    static final String JOB = "202601021530450000010";
    static final String TASK = JOB + "_add_0";
    static final Member GUEST = new Member("guest", "9999");
    static final Member HOST = new Member("host", "10000");
    static final Address SHARE = new Address(Address.session(TASK, 0), "share", "0", GUEST, HOST);

    private Transfers() {}

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static Transfer of(byte[] data) {
        return of("share", data);
    }

    static Transfer of(String name, byte[] data) {
        String sha256 = Sha256.hex(data);
        return new Transfer(JOB, TASK, 0, GUEST, HOST, name, "0", data.length, sha256);
    }

    static Chunks.Chunk chunk(byte[] data, int from, int to) {
        ByteBuffer part = ByteBuffer.wrap(Arrays.copyOfRange(data, from, to));
        return new Chunks.Chunk(from, part, Chunks.crc32c(part));
    }
}
