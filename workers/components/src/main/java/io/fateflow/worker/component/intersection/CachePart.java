package io.fateflow.worker.component.intersection;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.crypto.psi.RecordSet;

/**
 * What is kept of one other party for a later intersection.
 *
 * @param cacheId by which both parties know that they go on from the same
 * @param key of the session; a secret
 * @param records a host's ids, as it sent them
 * @param others at a host the digest of each of these ids; at the guest the form that answers have
 */
record CachePart(String cacheId, ObjectNode key, RecordSet records, RecordSet others) {}
