package io.fateflow.federation.directory;

/**
 * Who this site is, as it tells others.
 *
 * @param fateVersion which FATE it stands in for: {@code a.b.c}, from 1.7.0 below 2
 * @param host where others reach it
 */
public record SiteIdentity(long partyId, String fateVersion, String host, int httpPort, int grpcPort) {}
