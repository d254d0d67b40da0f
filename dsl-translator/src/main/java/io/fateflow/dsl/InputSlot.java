package io.fateflow.dsl;

/** The kinds of input a component can have, besides {@code data}. */
enum InputSlot {
    MODEL("model", ArtifactKind.MODEL),
    ISOMETRIC_MODEL("isometric_model", ArtifactKind.MODEL),
    CACHE("cache", ArtifactKind.CACHE);

    private final String key;
    private final ArtifactKind artifact;

    InputSlot(String key, ArtifactKind artifact) {
        this.key = key;
        this.artifact = artifact;
    }

    /** The key in the DSL. */
    String key() {
        return key;
    }

    ArtifactKind artifact() {
        return artifact;
    }
}
