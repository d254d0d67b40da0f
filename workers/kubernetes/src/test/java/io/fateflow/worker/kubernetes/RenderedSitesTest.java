package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The two sites of docs/kubernetes: that they fit together, and what each of their pods may not do. */
class RenderedSitesTest {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\((\\w+)\\)");

    /** {@code -Dmanifests=write} writes them anew. */
    @ParameterizedTest
    @ValueSource(strings = {"9999", "10000", RenderedSite.OWN_VOLUMES})
    void theGoldenFileIsWhatKustomizeMakes(String party) throws Exception {
        Optional<RenderedSite> anew = RenderedSite.anew(party);
        assumeTrue(anew.isPresent(), "no kubectl on this machine");
        if ("write".equals(System.getProperty("manifests"))) {
            Files.writeString(RenderedSite.file(party), anew.get().yaml());
        }

        assertThat(anew.get().byName()).isEqualTo(RenderedSite.golden(party).byName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999", "10000", RenderedSite.OWN_VOLUMES})
    void everyPodIsHardened(String party) throws IOException {
        assertThat(RenderedSite.golden(party).pods()).hasSize(4).allSatisfy(pod -> {
            JsonNode all = pod.path("securityContext");
            assertThat(all.path("runAsNonRoot").asBoolean()).isTrue();
            assertThat(all.path("runAsUser").asInt()).isPositive();
            assertThat(all.path("seccompProfile").path("type").asText()).isEqualTo("RuntimeDefault");
            assertThat(pod.path("containers")).isNotEmpty().allSatisfy(container -> {
                JsonNode own = container.path("securityContext");
                assertThat(own.path("readOnlyRootFilesystem").asBoolean()).isTrue();
                assertThat(own.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
                assertThat(own.path("capabilities").toString()).isEqualTo("{\"drop\":[\"ALL\"]}");
                assertThat(container.path("resources").path("requests").properties())
                        .hasSize(2);
                assertThat(container.path("resources").path("limits").has("memory"))
                        .isTrue();
                assertThat(mountPaths(container)).contains("/tmp");
            });
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999", "10000", RenderedSite.OWN_VOLUMES})
    void whatAPodMountsIsMadeByTheManifestsOrByTheInstructions(String party) throws IOException {
        RenderedSite site = RenderedSite.golden(party);
        String instructions = Files.readString(RenderedSite.MANIFESTS.resolve("README.md"));
        Set<String> made = new HashSet<>(site.byName().keySet());
        Pattern.compile("create (?:secret (generic|tls)|(configmap)) ([\\w-]+)")
                .matcher(instructions)
                .results()
                .forEach(command -> made.add((command.group(2) == null ? "Secret/" : "ConfigMap/") + command.group(3)));

        List<String> mounted = new ArrayList<>();
        for (JsonNode pod : site.pods()) {
            pod.path("volumes").forEach(volume -> {
                add(mounted, "Secret/", volume.path("secret").path("secretName"));
                add(mounted, "ConfigMap/", volume.path("configMap").path("name"));
                add(
                        mounted,
                        "PersistentVolumeClaim/",
                        volume.path("persistentVolumeClaim").path("claimName"));
            });
        }
        assertThat(mounted).hasSizeGreaterThan(8);
        assertThat(made).containsAll(mounted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999", "10000", RenderedSite.OWN_VOLUMES})
    void selectorsFindPodsAndPortsByTheirNames(String party) throws IOException {
        RenderedSite site = RenderedSite.golden(party);
        List<JsonNode> templates = site.ofKind("StatefulSet").stream()
                .map(set -> set.path("spec").path("template"))
                .toList();
        for (JsonNode service : site.ofKind("Service")) {
            JsonNode pod = templates.stream()
                    .filter(template -> fits(service.path("spec").path("selector"), template))
                    .findFirst()
                    .orElseThrow();
            service.path("spec").path("ports").forEach(port -> assertThat(
                            pod.path("spec").path("containers").path(0).path("ports"))
                    .as("%s", service)
                    .anySatisfy(there -> assertThat(there.path("containerPort").asInt())
                            .isEqualTo(port.path("port").asInt())));
        }
        List<JsonNode> chosen = new ArrayList<>();
        site.ofKind("PodDisruptionBudget")
                .forEach(budget -> chosen.add(budget.path("spec").path("selector")));
        site.ofKind("NetworkPolicy")
                .forEach(policy -> policy.findValues("podSelector").forEach(chosen::add));
        assertThat(chosen).hasSizeGreaterThan(10).allSatisfy(selector -> {
            JsonNode labels = selector.path("matchLabels");
            boolean isExecutors =
                    labels.path(JobManifest.MANAGED_BY).asText().equals(JobManifest.MANAGER) && labels.size() == 1;
            assertThat(isExecutors || templates.stream().anyMatch(template -> fits(labels, template)))
                    .as("%s", selector)
                    .isTrue();
        });
    }

    /** A kubelet knows only what stands before; anything else stays as it is written. */
    @Test
    void variablesNameVariablesThatStandBeforeThem() throws IOException {
        List<String> known = new ArrayList<>();
        RenderedSite.golden("9999").containers("fate-flow").path(0).path("env").forEach(variable -> {
            REFERENCE.matcher(variable.path("value").asText()).results().forEach(reference -> assertThat(known)
                    .contains(reference.group(1)));
            known.add(variable.path("name").asText());
        });
        assertThat(known).contains("FATE_NODE_URL");
    }

    @Test
    void eachSitesRouteLeadsToTheOther() throws IOException {
        Map<String, RenderedSite> sites = new HashMap<>();
        for (String party : List.of("9999", "10000")) {
            sites.put(party, RenderedSite.golden(party));
        }
        sites.forEach((party, site) -> {
            String other = party.equals("9999") ? "10000" : "9999";
            Map<String, String> variables = site.environment("fate-flow");
            RenderedSite there = requireNonNull(sites.get(other));
            assertThat(variables)
                    .containsEntry("FATE_FEDERATION_PARTYID", party)
                    .containsKey("FATE_AUTHENTICATION_SITE_PUBLICKEYS_" + other)
                    .containsKey("FATE_FEDERATION_ROUTES_" + other + "_TLS_TRUSTED");
            assertThat(there.ofKind("Service"))
                    .filteredOn(service -> service.path("spec")
                            .path("ports")
                            .path(0)
                            .path("port")
                            .asText()
                            .equals(variables.get("FATE_FEDERATION_ROUTES_" + other + "_HTTPPORT")))
                    .extracting(service -> RenderedSite.name(service) + "."
                            + service.path("metadata").path("namespace").asText() + ".svc")
                    .contains(variables.get("FATE_FEDERATION_ROUTES_" + other + "_HOST"))
                    .contains(there.environment("fate-flow").get("FATE_FEDERATION_HOST"));
        });
    }

    @Test
    void executorsSeeTheWorkersDirectoryAndTheTablesAndRunItsImage() throws IOException {
        RenderedSite site = RenderedSite.golden("9999");
        JsonNode worker = site.containers("fate-worker").path(0);
        JsonNode executor =
                site.runtime().path("template").path("spec").path("containers").path(0);

        assertThat(executor.path("image")).isEqualTo(worker.path("image"));
        List<String> arguments = StreamSupport.stream(worker.path("args").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
        for (String option : List.of("--work-dir=", "--tables=")) {
            String directory = arguments.stream()
                    .filter(argument -> argument.startsWith(option))
                    .map(argument -> argument.substring(option.length()))
                    .findFirst()
                    .orElseThrow();
            assertThat(mountPaths(executor)).anyMatch(path -> directory.startsWith(path + "/"));
            // the volume's root is not the user's, who could not close it to others
            assertThat(mountPaths(worker)).doesNotContain(directory).anyMatch(path -> directory.startsWith(path + "/"));
        }
        String home = site.environment("fate-flow").get("FATE_HOME");
        assertThat(arguments).contains("--tables=" + home + "/tables");
        assertThatCode(() ->
                        KubernetesSettings.read(RenderedSite.MANIFESTS.resolve("base/kubernetes.yaml"), "site-9999"))
                .doesNotThrowAnyException();
    }

    @Test
    void withoutASharedVolumeEachHasItsOwnAndPodsFindTheirWorker() throws IOException {
        RenderedSite site = RenderedSite.golden(RenderedSite.OWN_VOLUMES);
        JsonNode worker = site.containers("fate-worker").path(0);
        DeskSettings desk = requireNonNull(
                KubernetesSettings.read(RenderedSite.MANIFESTS.resolve("own-volumes/kubernetes.yaml"), "site-9999")
                        .desk());

        assertThat(site.ofKind("PersistentVolumeClaim")).hasSizeGreaterThan(1).allSatisfy(claim -> assertThat(
                        claim.path("spec").path("accessModes").toString())
                .isEqualTo("[\"ReadWriteOnce\"]"));
        JsonNode volumes = site.runtime().path("template").path("spec").path("volumes");
        assertThat(volumes.findValue("emptyDir")).isNotNull();
        assertThat(volumes.findValue("persistentVolumeClaim")).isNull();
        assertThat(worker.path("args").toString())
                .contains("--no-shared-folder")
                .doesNotContain("--tables");
        assertThat(worker.path("ports").path(0).path("containerPort").asInt()).isEqualTo(desk.port());
        assertThat(mountPaths(worker))
                .contains(String.valueOf(requireNonNull(desk.keystore()).getParent()));
        assertThat(site.byName().keySet())
                .contains("Role/fate-worker-desk", "RoleBinding/fate-worker-desk", "NetworkPolicy/fate-executor-desk");
    }

    private static boolean fits(JsonNode selector, JsonNode template) {
        return selector.properties().stream().allMatch(label -> label.getValue()
                .equals(template.path("metadata").path("labels").path(label.getKey())));
    }

    private static List<String> mountPaths(JsonNode container) {
        return container.path("volumeMounts").findValuesAsText("mountPath");
    }

    private static void add(List<String> names, String kind, JsonNode name) {
        if (!name.isMissingNode()) {
            names.add(kind + name.asText());
        }
    }
}
