package io.fateflow.engine.federation.directory;

/** How a site is called. */
public enum Protocol {
    HTTP,
    GRPC
}
