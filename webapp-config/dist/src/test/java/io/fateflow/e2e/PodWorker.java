package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.kubernetes.TestCertificate;
import io.fateflow.worker.kubernetes.TestCluster;

/** A worker whose executors are pods of the tests' cluster: real processes of this machine. It may be started again. */
final class PodWorker {

    private final TestCluster cluster;
    private final Path place;
    private final Path work;
    private final Path settings;

    /** One whose directory is a volume that its pods have, too. */
    static PodWorker withVolume(TestCluster cluster, Path place, Path work) throws IOException {
        return new PodWorker(cluster, place, work, "", "persistentVolumeClaim: {claimName: fate-work}", "");
    }

    /** One whose pods have directories of their own, and call it over TLS. */
    static PodWorker withoutVolume(TestCluster cluster, Path place, Path work) throws IOException {
        TestCertificate certificate = TestCertificate.in(place);
        return new PodWorker(
                cluster,
                place,
                work,
                """
                        env:
                          - name: JAVA_TOOL_OPTIONS
                            value: -Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s
                """.formatted(certificate.trust(), TestCertificate.PASSWORD),
                "emptyDir: {}",
                """
                desk:
                  port: %1$d
                  url: https://127.0.0.1:%1$d
                  keystore: %2$s
                  passwordFile: %3$s
                """.formatted(ChildJvm.freePort(), certificate.keys(), certificate.passwordFile()));
    }

    private PodWorker(TestCluster cluster, Path place, Path work, String environment, String volume, String desk)
            throws IOException {
        this.cluster = cluster;
        this.place = place;
        this.work = Files.createDirectories(work);
        this.settings =
                Files.writeString(place.resolve("kubernetes.yaml"), """
                namespace: fate
                template:
                  spec:
                    containers:
                      - name: executor
                        image: registry.example/fate-flow-bpm:1
                        volumeMounts:
                          - {name: work, mountPath: %s}
                %s    volumes:
                      - {name: work, %s}
                %s""".formatted(work, environment, volume, desk));
    }

    Path work() {
        return work;
    }

    /** @param more options of the command */
    ChildJvm start(String server, String... more) throws IOException {
        Path password = Files.writeString(place.resolve("password-of-worker"), FlowClient.PASSWORD + "\n");
        List<String> line = new ArrayList<>(List.of(
                "worker",
                "--server=" + server,
                "--user=" + FlowClient.USER,
                "--password-file=" + password,
                "--worker-id=w",
                "--work-dir=" + work,
                "--runtime=kubernetes",
                "--runtime-settings=" + settings));
        line.addAll(List.of(more));
        Path kubeconfig = cluster.writeKubeconfig(place.resolve("kubeconfig"));
        return ChildJvm.start(
                place,
                Map.of("KUBECONFIG", kubeconfig.toString(), "NO_PROXY", "127.0.0.1", "no_proxy", "127.0.0.1"),
                line.toArray(String[]::new));
    }
}
