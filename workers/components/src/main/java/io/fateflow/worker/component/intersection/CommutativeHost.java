package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.security.SecureRandom;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Party;

/** The host of {@link CommutativeGuest}. */
final class CommutativeHost implements HostSession {

    private final Commutative method;
    private final Party guest;
    private final HashedIds ids;
    private final boolean hideWhich;
    private final SecureRandom random = new SecureRandom();

    /**
     * Sends nothing yet.
     *
     * @param hideWhich whether the guest may learn how many ids are common, but not which
     */
    CommutativeHost(Commutative method, Party guest, HashedIds ids, boolean hideWhich) {
        this.method = method;
        this.guest = guest;
        this.ids = ids;
        this.hideWhich = hideWhich;
    }

    @Override
    public ObjectNode key() {
        return method.key();
    }

    @Override
    public void answer() throws IOException, InterruptedException {
        if (hideWhich) {
            answerShuffled();
        } else {
            method.guestIds().receive(guest, method.cipher().width(), chunk -> method.answers()
                    .send(guest, Commutative.FINGERPRINT_BYTES, encrypted(chunk)));
        }
    }

    @Override
    public SentIds send() throws IOException, InterruptedException {
        int[] order = SentIds.shuffled(ids.count(), random);
        RecordSet records = new RecordSet(Commutative.FINGERPRINT_BYTES);
        method.hostIds()
                .send(
                        guest,
                        method.cipher().width(),
                        ids.count(),
                        place -> method.cipher().encryptId(ids.digests().get(order[place])),
                        element -> records.add(Commutative.fingerprint(element)));
        return new SentIds(records, order);
    }

    /** All at once: the guest must not know which answer belongs to which of its ids. */
    private void answerShuffled() throws IOException, InterruptedException {
        RecordSet answers = new RecordSet(Commutative.FINGERPRINT_BYTES);
        method.guestIds()
                .receive(
                        guest,
                        method.cipher().width(),
                        chunk -> Numbers.addAll(answers, encrypted(chunk), guest, method.guestIds()));
        int[] order = SentIds.shuffled(answers.size(), random);
        method.answers().send(guest, answers.width(), answers.size(), place -> answers.get(order[place]));
    }

    private RecordChannel.Chunk encrypted(RecordChannel.Chunk chunk) {
        return chunk.map(
                (place, element) -> Commutative.fingerprint(method.encrypt(element, guest, method.guestIds())));
    }
}
