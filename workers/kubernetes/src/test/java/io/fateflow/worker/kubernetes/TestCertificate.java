package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A certificate of a worker's desk on this machine, as an operator makes it.
 *
 * @param keys with its key
 * @param passwordFile what opens it
 * @param trust with the certificate alone; {@link #PASSWORD} opens it
 */
public record TestCertificate(Path keys, Path passwordFile, Path trust) {

    public static final String PASSWORD = "changeit";

    /** Makes one. */
    public static TestCertificate in(Path directory) throws IOException {
        TestCertificate made = new TestCertificate(
                directory.resolve("keystore.p12"),
                Files.writeString(directory.resolve("password-of-keys"), PASSWORD + "\n"),
                directory.resolve("truststore.p12"));
        Path certificate = directory.resolve("desk.crt");
        keytool(
                made.keys(),
                "-genkeypair",
                "-alias",
                "desk",
                "-keyalg",
                "EC",
                "-dname",
                "CN=desk",
                "-ext",
                "SAN=ip:127.0.0.1");
        keytool(made.keys(), "-exportcert", "-rfc", "-alias", "desk", "-file", certificate.toString());
        keytool(made.trust(), "-importcert", "-noprompt", "-alias", "ca", "-file", certificate.toString());
        return made;
    }

    private static void keytool(Path store, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        line.addAll(List.of(arguments));
        line.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(output);
        }
    }
}
