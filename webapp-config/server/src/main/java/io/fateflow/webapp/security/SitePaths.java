package io.fateflow.webapp.security;

/** Knows which paths are calls of other sites, which prove who they are further on. */
@FunctionalInterface
public interface SitePaths {

    /** A server that is not connected to others. */
    SitePaths NONE = path -> false;

    boolean contains(String path);
}
