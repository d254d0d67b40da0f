package io.fateflow.engine.notification.webhook;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses belong to somebody on the internet, by IANA's special-purpose registries: not this machine, not this
 * network, not what other software here may listen on. IPv6 addresses with an IPv4 address in them are judged by that.
 */
final class PublicAddresses {

    private static final List<Block> RESERVED = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "::/96",
                    "64:ff9b:1::/48",
                    "100::/64",
                    "2001::/23",
                    "2001:db8::/32",
                    "5f00::/16",
                    "fc00::/7",
                    "fe80::/10",
                    "fec0::/10",
                    "ff00::/8")
            .map(Block::parse)
            .toList();

    private static final Block NAT64 = Block.parse("64:ff9b::/96");
    private static final Block SIX_TO_FOUR = Block.parse("2002::/16");

    private PublicAddresses() {}

    static boolean contain(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet6Address && NAT64.has(bytes)) {
            return isFree(Arrays.copyOfRange(bytes, 12, 16));
        }
        if (address instanceof Inet6Address && SIX_TO_FOUR.has(bytes)) {
            return isFree(Arrays.copyOfRange(bytes, 2, 6));
        }
        return isFree(bytes);
    }

    private static boolean isFree(byte[] address) {
        return RESERVED.stream().noneMatch(block -> block.has(address));
    }

    /** A block of addresses that begin alike. */
    private record Block(List<Byte> prefix, int bits) {

        static Block parse(String text) {
            int slash = text.indexOf('/');
            try {
                // a literal is not looked up
                byte[] bytes = InetAddress.getByName(text.substring(0, slash)).getAddress();
                Byte[] boxed = new Byte[bytes.length];
                Arrays.setAll(boxed, i -> bytes[i]);
                return new Block(List.of(boxed), Integer.parseInt(text.substring(slash + 1)));
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(text, e);
            }
        }

        boolean has(byte[] address) {
            if (address.length != prefix.size()) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 1 << (7 - bit % 8);
                if ((address[bit / 8] & mask) != (prefix.get(bit / 8) & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
