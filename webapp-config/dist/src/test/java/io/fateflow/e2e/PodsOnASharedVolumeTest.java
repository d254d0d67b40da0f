package io.fateflow.e2e;

class PodsOnASharedVolumeTest extends PodsUnderFaultsContract {

    @Override
    boolean ownVolumes() {
        return false;
    }
}
