package io.fateflow.worker.component.intersection;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Party;

/** FATE's ECDH and DH methods: each party encrypts its own ids and then the other's, and equal ids come out equal. */
final class CommutativeGuest implements GuestSession {

    private final Commutative method;
    private final Party host;
    private final HashedIds ids;

    CommutativeGuest(Commutative method, Party host, HashedIds ids) {
        this.method = method;
        this.host = host;
        this.ids = ids;
    }

    @Override
    public void meet() {
        // all that the guest needs of the host comes with its ids
    }

    @Override
    public ObjectNode key() {
        return method.key();
    }

    @Override
    public void ask() throws IOException, InterruptedException {
        method.guestIds().send(host, method.cipher().width(), ids.count(), id -> method.cipher()
                .encryptId(ids.digests().get(id)));
    }

    @Override
    public HostIds hostIds() throws IOException, InterruptedException {
        RecordSet once = new RecordSet(Commutative.FINGERPRINT_BYTES);
        RecordSet twice = new RecordSet(Commutative.FINGERPRINT_BYTES);
        RecordChannel hostIds = method.hostIds();
        hostIds.receive(host, method.cipher().width(), chunk -> {
            Numbers.addAll(once, chunk.map((place, element) -> Commutative.fingerprint(element)), host, hostIds);
            Numbers.addAll(twice, chunk.map((place, element) -> encryptAgain(element)), host, hostIds);
        });
        return new HostIds(once, twice);
    }

    @Override
    public Matches match(HostIds hostIds) throws IOException, InterruptedException {
        RecordSet twice = hostIds.answers();
        int[] byId = new int[ids.count()];
        method.answers().receive(host, twice.width(), chunk -> {
            if (chunk.total() != ids.count()) {
                throw method.answers().malformed(host, "has " + chunk.total() + " records for " + ids.count() + " ids");
            }
            for (int i = 0; i < chunk.records().length; i++) {
                byId[chunk.first() + i] = twice.find(chunk.records()[i]);
            }
        });
        return new Matches(host, hostIds.records(), byId);
    }

    private byte[] encryptAgain(byte[] element) {
        return Commutative.fingerprint(method.encrypt(element, host, method.hostIds()));
    }
}
