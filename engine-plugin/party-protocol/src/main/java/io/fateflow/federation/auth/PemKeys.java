package io.fateflow.federation.auth;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads keys from PEM files, as OpenSSL and Python's libraries write them. */
public final class PemKeys {

    private static final Pattern PEM = Pattern.compile("-----BEGIN ([A-Z ]+)-----([^-]+)-----END \\1-----");
    /** PKCS#8's version and the object identifier of RSA: what PKCS#1 leaves out. */
    private static final byte[] RSA_HEAD = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

    private static final List<String> TLS_KINDS = List.of("RSA", "EC", "EdDSA");

    private static final int LINE = 64;
    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;

    private PemKeys() {}

    /** @throws IllegalArgumentException naming the file, if it holds no RSA private key */
    public static PrivateKey privateKey(Path file) {
        byte[] pkcs8 = pkcs8(file);
        try {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " holds no RSA private key", e);
        }
    }

    /**
     * Reads the key of a TLS certificate, of whichever kind.
     *
     * @throws IllegalArgumentException naming the file and the remedy, if it holds none that can be read
     */
    public static PrivateKey tlsKey(Path file) {
        PKCS8EncodedKeySpec pkcs8 = new PKCS8EncodedKeySpec(pkcs8(file));
        return TLS_KINDS.stream()
                .flatMap(kind -> key(kind, pkcs8).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s holds no private key that can be read; this makes one of it: openssl pkcs8 -topk8 -nodes -in %s"
                                .formatted(file, file)));
    }

    private static Optional<PrivateKey> key(String kind, PKCS8EncodedKeySpec pkcs8) {
        try {
            return Optional.of(KeyFactory.getInstance(kind).generatePrivate(pkcs8));
        } catch (GeneralSecurityException e) {
            // of another kind
            return Optional.empty();
        }
    }

    /** Whether what the one signs, the other verifies. */
    public static boolean arePair(PrivateKey own, PublicKey shown) throws GeneralSecurityException {
        String algorithm = own.getAlgorithm().equals("EdDSA")
                ? "EdDSA"
                : "SHA256with" + own.getAlgorithm().replace("EC", "ECDSA");
        byte[] text = {1};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(own);
        signature.update(text);
        byte[] signed = signature.sign();
        try {
            signature.initVerify(shown);
            signature.update(text);
            return signature.verify(signed);
        } catch (InvalidKeyException | SignatureException e) {
            // of another kind, or of another length
            return false;
        }
    }

    /** @throws IllegalArgumentException naming the file, if it holds no RSA public key */
    public static PublicKey publicKey(Path file) {
        return publicKey(text(file), file.toString());
    }

    /**
     * Reads a key that is no file.
     *
     * @param name of the place it comes from, for errors
     * @throws IllegalArgumentException naming the place, if it is no RSA public key
     */
    public static PublicKey publicKey(String pem, String name) {
        try {
            return KeyFactory.getInstance("RSA")
                    .generatePublic(new X509EncodedKeySpec(decode(find(pem, "PUBLIC KEY", name))));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " holds no RSA public key as PEM", e);
        }
    }

    /** The PEM text of a public key. */
    public static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
                .formatted(Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(key.getEncoded()));
    }

    /** The public half of an RSA key; empty if it does not hold it. */
    public static Optional<PublicKey> publicHalf(PrivateKey key) {
        if (!(key instanceof RSAPrivateCrtKey rsa)) {
            return Optional.empty();
        }
        try {
            return Optional.of(KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java runtime has RSA", e);
        }
    }

    private static byte[] pkcs8(Path file) {
        Matcher pem = read(file, "PRIVATE KEY");
        byte[] der = decode(pem);
        return pem.group(1).equals("RSA PRIVATE KEY") ? wrap(der) : der;
    }

    private static Matcher read(Path file, String kind) {
        return find(text(file), kind, file.toString());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can't be read", e);
        }
    }

    private static Matcher find(String text, String kind, String name) {
        Matcher pem = PEM.matcher(text);
        if (!pem.find() || !pem.group(1).endsWith(kind)) {
            throw new IllegalArgumentException(name + " holds no PEM block " + kind);
        }
        return pem;
    }

    private static byte[] decode(Matcher pem) {
        return Base64.getMimeDecoder().decode(pem.group(2));
    }

    /** PKCS#8 is PKCS#1 in an envelope. */
    private static byte[] wrap(byte[] pkcs1) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(RSA_HEAD);
        content.writeBytes(der(OCTET_STRING, pkcs1));
        return der(SEQUENCE, content.toByteArray());
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream der = new ByteArrayOutputStream();
        der.write(tag);
        int length = content.length;
        if (length < 0x80) {
            der.write(length);
        } else if (length <= 0xff) {
            der.write(0x81);
            der.write(length);
        } else {
            der.write(0x82);
            der.write(length >> 8);
            der.write(length);
        }
        der.writeBytes(content);
        return der.toByteArray();
    }
}
