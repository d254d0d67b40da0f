package io.fateflow.worker.component.intersection;

import io.fateflow.worker.crypto.psi.RecordSet;

/**
 * A host's ids as the guest knows them.
 *
 * @param records as the host encrypted them, in the order in which it sent them
 * @param answers the same, in the form that its answers for equal ids of the guest have
 */
record HostIds(RecordSet records, RecordSet answers) {}
