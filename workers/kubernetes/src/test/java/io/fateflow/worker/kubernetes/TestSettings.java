package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What an operator writes, and pods that see the temporary directory. */
final class TestSettings {

    private TestSettings() {}

    static KubernetesSettings in(Path directory) throws IOException {
        return KubernetesSettings.read(file(directory, """
                namespace: fate
                template:
                  spec:
                    tolerations:
                      - {key: federated, operator: Exists}
                    imagePullSecrets:
                      - {name: registry}
                    containers:
                      - name: executor
                        image: registry.example/fate-flow-bpm:1
                        env:
                          - {name: TZ, value: UTC}
                        resources:
                          limits: {memory: 1Gi}
                        volumeMounts:
                          - {name: work, mountPath: %s}
                      - name: sidecar
                        image: registry.example/sidecar:1
                    volumes:
                      - {name: work, persistentVolumeClaim: {claimName: fate-work}}
                resourceNames:
                  license/gurobi: example.com/gurobi
                """.formatted(System.getProperty("java.io.tmpdir"))), null);
    }

    /** What an operator writes without a volume in common: each pod has a directory of its own in place of the worker's. */
    static KubernetesSettings withoutVolume(Path directory, Path work) throws IOException {
        return withoutVolume(directory, work, 0);
    }

    /** @param port of the worker's desk; 0 for any */
    static KubernetesSettings withoutVolume(Path directory, Path work, int port) throws IOException {
        return KubernetesSettings.read(file(directory, """
                namespace: fate
                template:
                  spec:
                    containers:
                      - name: executor
                        image: registry.example/fate-flow-bpm:1
                        volumeMounts:
                          - {name: work, mountPath: %s}
                    volumes:
                      - {name: work, emptyDir: {}}
                desk:
                  port: %d
                  url: http://127.0.0.1%s
                """.formatted(work, port, port == 0 ? "" : ":" + port)), null);
    }

    /** The same with a user for each pod. */
    static KubernetesSettings withUsers(Path directory, Path work, String users) throws IOException {
        withoutVolume(directory, work);
        Path file = directory.resolve("kubernetes.yaml");
        return KubernetesSettings.read(file(directory, Files.readString(file) + "users: " + users + "\n"), null);
    }

    static Path file(Path directory, String yaml) throws IOException {
        return Files.writeString(directory.resolve("kubernetes.yaml"), yaml);
    }
}
