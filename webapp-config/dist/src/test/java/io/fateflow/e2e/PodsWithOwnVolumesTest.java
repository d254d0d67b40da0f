package io.fateflow.e2e;

import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "io.fateflow.worker.kubernetes.TestCluster#hasOwnVolumes",
        disabledReason = "nobody here may unshare mounts, as containers do")
class PodsWithOwnVolumesTest extends PodsUnderFaultsContract {

    @Override
    boolean ownVolumes() {
        return true;
    }
}
