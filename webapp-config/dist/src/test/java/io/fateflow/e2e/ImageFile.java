package io.fateflow.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What the Dockerfile says of its last stage, the image. */
final class ImageFile {

    static final Path DOCKER = Path.of("docker").toAbsolutePath();

    private static final Pattern VARIABLE = Pattern.compile("(?m)^ENV (\\w+)=\"?([^\"\\n]*)\"?$");

    private final String text;

    private ImageFile(String text) {
        this.text = text;
    }

    static ImageFile read() throws IOException {
        String all = Files.readString(DOCKER.resolve("Dockerfile")).replace("\\\n", "");
        return new ImageFile(all.substring(all.lastIndexOf("\nFROM ")));
    }

    Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        VARIABLE.matcher(text).results().forEach(line -> variables.put(line.group(1), line.group(2)));
        assertThat(variables).hasSize((int)
                text.lines().filter(line -> line.startsWith("ENV ")).count());
        return variables;
    }

    /** The program's arguments, where none are given. */
    List<String> arguments() {
        return words("CMD");
    }

    List<String> entryPoint() {
        return words("ENTRYPOINT");
    }

    /** The command that says whether it is healthy. */
    List<String> healthCheck() {
        return words("HEALTHCHECK [^\\[]*CMD");
    }

    /** Who it runs as. */
    String user() {
        return the("USER (.*)").group(1);
    }

    /** In exec form, so that no shell is between. */
    private List<String> words(String instruction) {
        return FlowClient.JSON.convertValue(
                FlowClient.json(the(instruction + " +(\\[.*])").group(1)),
                FlowClient.JSON.getTypeFactory().constructCollectionType(List.class, String.class));
    }

    private Matcher the(String line) {
        Matcher found = Pattern.compile("(?m)^" + line + "$").matcher(text);
        assertThat(found.find()).as(line).isTrue();
        return found;
    }

    /** Skips a test on a machine without the program that makes the sites' keys. */
    static void assumeOpenssl() {
        boolean isThere = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "openssl")));
        assumeTrue(isThere, "no openssl on this machine, which makes the keys of the sites");
    }
}
