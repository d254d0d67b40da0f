package io.fateflow.engine.resource;

/** A grant that has not been given back. */
public record Lease(LeaseKey key, EngineName engine, Resources amount, int slots, long sinceMillis) {}
