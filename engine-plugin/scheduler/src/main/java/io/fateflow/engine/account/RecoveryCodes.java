package io.fateflow.engine.account;

import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.codec.binary.Base32;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What takes the place of a code of an authenticator that is lost, once each: eighty random bits. So nobody finds one by its digest,
 * however fast that is made.
 */
final class RecoveryCodes {

    private static final int HOW_MANY = 10;
    private static final int BYTES = 10;
    private static final int GROUP = 4;

    private RecoveryCodes() {}

    /** In groups of four characters. */
    static List<String> fresh(SecureRandom random) {
        return Stream.generate(() -> one(random)).limit(HOW_MANY).toList();
    }

    private static String one(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String text = new Base32().encodeAsString(bytes).toLowerCase(Locale.ROOT);
        return IntStream.range(0, text.length() / GROUP)
                .mapToObj(group -> text.substring(group * GROUP, (group + 1) * GROUP))
                .collect(Collectors.joining("-"));
    }

    /** As it is kept: however it is written, and another one for another account. */
    static String digest(String account, String code) {
        String plain = code.toLowerCase(Locale.ROOT).replaceAll("[^a-z2-7]", "");
        return DigestUtils.sha256Hex(account + '\0' + plain);
    }
}
