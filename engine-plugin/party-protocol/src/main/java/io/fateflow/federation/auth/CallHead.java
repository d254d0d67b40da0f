package io.fateflow.federation.auth;

import io.fateflow.federation.wire.CallHeaders;

/**
 * All of a call that is known before its body is read.
 *
 * @param method {@code POST}, or something that is not served
 * @param path with its version
 * @param evidence what is known of the caller without its saying so
 */
public record CallHead(String method, String path, CallHeaders headers, CallerEvidence evidence) {}
