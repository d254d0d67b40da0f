/**
 * FATE's Intersection: which ids all parties have, without showing the others.
 *
 * <p>What matching by match ids reveals by design: parties get the row ids of one role ({@code sample_id_generator}) for the
 * common rows, so they see which of its rows are of the same match id; with {@code join_method} {@code left_join} they get the
 * row ids of that role's other rows as well, and so how many there are, but never a match id.
 *
 * <p>What a cache reveals by design, beyond what a single intersection does: with the methods ECDH and DH the guest encrypts
 * its ids under the same secret in each intersection that goes on from one cache, so a host sees which of them come again.
 * A cache is a secret of the party that has it: it holds keys, and with those whoever reads it can try ids one by one.
 */
@NullMarked
package io.fateflow.worker.component.intersection;

import org.jspecify.annotations.NullMarked;
