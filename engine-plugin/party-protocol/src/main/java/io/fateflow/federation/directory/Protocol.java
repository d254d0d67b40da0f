package io.fateflow.federation.directory;

/** How a site is called. */
public enum Protocol {
    HTTP,
    GRPC
}
