package io.fateflow.webapp.api;

/** Says what is answered under a path that no controller has. */
@FunctionalInterface
public interface UnknownPaths {

    /**
     * The answer.
     *
     * @param path as the container dispatches it, without its query
     */
    ApiException answer(String method, String path);
}
