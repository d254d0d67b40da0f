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

    static Path file(Path directory, String yaml) throws IOException {
        return Files.writeString(directory.resolve("kubernetes.yaml"), yaml);
    }
}
