package io.fateflow.webapp.setting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UnknownSettingsTest {

    private static final Pattern IN_TEXT = Pattern.compile("`(fate(\\.[a-z][a-z-]*){2,})`");
    private static final Pattern VARIABLE = Pattern.compile("\\bFATE_[A-Z0-9_]+");
    private static final Pattern TEXT = Pattern.compile(".*(\\.(md|yaml|sh|service)|Dockerfile)");
    private static final Pattern EXAMPLE = Pattern.compile("```ya?ml\\R(fate:\\R.*?)```", Pattern.DOTALL);

    private final KnownSettings known = new KnownSettings();

    @Test
    void eachRecordOfSettingsIsKnown() {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));

        assertThat(scan.findCandidateComponents("io.fateflow"))
                .extracting(found -> found.getBeanClassName())
                .containsExactlyInAnyOrderElementsOf(
                        KnownSettings.RECORDS.stream().map(Class::getName).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fate.home",
                "fate.site.cores-per-node",
                "fate.site.queues.night.nominal-quota",
                "fate.site.queues.night.limits.GPU",
                "fate.site.resources.HeteroLR.GPU",
                "fate.federation.routes.10000.http-port",
                "fate.access.roles",
                "fate.access.keys[0].account",
                "fate.access.host-names",
                "fate.access.host-names[1]",
                "fate.access.oidc.issuer",
                "fate.access.oidc.roles[0].group",
                "fate.authentication.client.switch",
                "fate.worker.commands.my-module.command[2]",
                "fate.worker.resources.GPU",
                "fate.admin.ticket"
            })
    void whatThereIsMayBeSet(String name) {
        assertThat(known.misfit(ConfigurationPropertyName.adapt(name, '.'))).isEmpty();
        assertThatCode(() -> check(Map.of(name, "x"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fate.acess.roles        | did you mean fate.access?",
                "fate.access.role        | did you mean fate.access.roles?",
                "fate.site.worker-hold   | fate.site has account-queues, aging, cores-per-node, ",
                "fate.site.queues.a.wait | did you mean fate.site.queues.a.weight?",
                "fate.site.nodes.more    | fate.site.nodes is one value",
                "fate.access.keys[0].pw  | fate.access.keys[0] has account, app-key, secret, secret-file",
            })
    void whatThereIsNotIsRefusedWithWhatThereIs(String name, String words) {
        assertThatThrownBy(() -> check(Map.of(name, "a-secret")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("FFB-2065 The server does not start: it has no such setting as\n  " + name
                        + " (of the test): " + words)
                .hasMessageEndingWith("\nWhat to do: correct it, or take it out.")
                .hasMessageNotContaining("a-secret");
    }

    @Test
    void allAreNamedWithFileAndLine(@TempDir Path place) throws IOException {
        Path file = Files.writeString(place.resolve("application.yml"), """
                fate:
                  site:
                    nodes: 2
                    workerHold: 5s
                  wroker:
                    enabled: false
                """);
        StandardEnvironment environment = with(new YamlPropertySourceLoader()
                .load("file", new FileSystemResource(file))
                .get(0));

        assertThatThrownBy(() -> UnknownSettings.check(environment))
                .hasMessageContaining("fate.site.workerhold")
                .hasMessageContaining("fate.wroker.enabled")
                .hasMessageContaining(file + "] - 4:17): fate.site has ")
                .hasMessageContaining(file + "] - 6:14): did you mean fate.worker?");
    }

    @Test
    void theEnvironmentIsOthersToo() {
        SystemEnvironmentPropertySource variables = new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.ofEntries(
                        Map.entry("FATE_HOME", "/fate"),
                        Map.entry("FATE_PROJECT_BASE", "/data/projects/fate"),
                        Map.entry("FATE_FLOW_PASSWORD", "secret"),
                        Map.entry("FATE_WORKER_MAXEXECUTORS", "1"),
                        Map.entry("FATE_WORKER_MAX_EXECUTORS", "1"),
                        Map.entry("FATE_FEDERATION_ROUTES_10000_HOST", "b"),
                        Map.entry("FATE_ACCESS_KEYS_0_ACCOUNT", "a"),
                        Map.entry("FATE_WORKER_SERVICE_HOST", "10.0.0.1"),
                        Map.entry("FATE_WORKER_PORT_9380_TCP_ADDR", "10.0.0.1"),
                        Map.entry("FATE_WORKER_A_PORT", "tcp://10.0.0.1:9380"),
                        Map.entry("FATE_ACCESS_ROLE", "true"),
                        Map.entry("FATE_SITE_WORKERHOLD", "5s")));

        assertThat(warnings(variables))
                .containsExactly("FFB-2066 this program has no such settings, whoever has set them for this process:"
                        + " [FATE_ACCESS_ROLE, FATE_SITE_WORKERHOLD]");
    }

    @Test
    void propertiesOfTheJvmAreOthersToo() {
        MapPropertySource properties = new MapPropertySource(
                StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                Map.of(
                        "fate.bigint",
                        "java",
                        "fate.test.seed",
                        "1",
                        "fate.site.nodes",
                        "1",
                        "fate.site.worker-hold",
                        "5s"));

        assertThat(warnings(properties)).singleElement().asString().endsWith("[-Dfate.site.worker-hold]");
    }

    private static List<String> warnings(PropertySource<?> source) {
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        Logger log = (Logger) LoggerFactory.getLogger(UnknownSettings.class);
        said.start();
        log.addAppender(said);
        try {
            UnknownSettings.check(with(source));
        } finally {
            log.detachAppender(said);
        }
        return said.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** What a reader copies from there must be something. */
    @Test
    void documentsNameNoneThatThereIsNot() throws IOException {
        TreeSet<String> missing = new TreeSet<>();
        for (Path document : documents()) {
            String text = Files.readString(document);
            Stream<String> names =
                    IN_TEXT.matcher(text).results().map(found -> found.group(1)).filter(this::isNoneOfItsGroup);
            Stream<String> variables =
                    VARIABLE.matcher(text).results().map(MatchResult::group).filter(known::isMisspelt);
            Stream.concat(names, variables).forEach(name -> missing.add(name + " in " + document));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void examplesInDocumentsMayBeCopied() throws IOException {
        int examples = 0;
        for (Path document : documents()) {
            String text = Files.readString(document);
            List<String> settings = document.endsWith("application.yaml")
                    ? List.of(text)
                    : EXAMPLE.matcher(text)
                            .results()
                            .map(found -> found.group(1))
                            .toList();
            for (String example : settings) {
                StandardEnvironment environment = with(yaml(document.toString(), example));
                assertThatCode(() -> UnknownSettings.check(environment)).doesNotThrowAnyException();
                examples++;
            }
        }
        assertThat(examples).as("found").isGreaterThan(1);
    }

    /** Metrics and spans have such names, too, and groups of their own. */
    private boolean isNoneOfItsGroup(String name) {
        return known.misfit(ConfigurationPropertyName.of(name))
                .filter(misfit -> misfit.index() > KnownSettings.GROUP)
                .isPresent();
    }

    private static List<Path> documents() throws IOException {
        Path root = Path.of("../..");
        List<Path> found = new ArrayList<>(List.of(root.resolve("README.md")));
        for (String place : List.of("docs", "webapp-config/dist/docker", "webapp-config/dist/systemd")) {
            try (Stream<Path> all = Files.walk(root.resolve(place))) {
                all.filter(file -> TEXT.matcher(file.toString()).matches()).forEach(found::add);
            }
        }
        return found;
    }

    private static PropertySource<?> yaml(String name, String text) throws IOException {
        return new YamlPropertySourceLoader()
                .load(name, new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), name))
                .get(0);
    }

    private static void check(Map<String, Object> settings) {
        UnknownSettings.check(with(new MapPropertySource("of the test", settings)));
    }

    /** Without this process's own variables and properties. */
    private static StandardEnvironment with(PropertySource<?> source) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(each -> environment.getPropertySources().remove(each.getName()));
        environment.getPropertySources().addFirst(source);
        ConfigurationPropertySources.attach(environment);
        return environment;
    }
}
