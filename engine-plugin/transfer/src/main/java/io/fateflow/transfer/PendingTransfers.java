package io.fateflow.transfer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.fateflow.transfer.Address.Member;

/** Transfers that are not settled yet, and who waits for that. */
final class PendingTransfers {

    private final Set<Address> transfers = new HashSet<>();
    private final List<Waiter> waiters = new ArrayList<>();

    private record Waiter(String session, Member from, CompletableFuture<Settlement> answer) {

        boolean concerns(Address address) {
            return address.session().equals(session) && address.from().equals(from);
        }
    }

    /** False if it is under way already. */
    synchronized boolean add(Address address) {
        return transfers.add(address);
    }

    /** It is settled, whatever came of it. */
    void remove(Address address) {
        List<Waiter> ready;
        synchronized (this) {
            transfers.remove(address);
            ready = takeReady();
        }
        ready.forEach(waiter -> waiter.answer().complete(new Settlement.Everything()));
    }

    /** A whole session is over. */
    void removeAll(String session) {
        List<Waiter> ready;
        synchronized (this) {
            transfers.removeIf(address -> address.session().equals(session));
            ready = takeReady();
        }
        ready.forEach(waiter -> waiter.answer().complete(new Settlement.Everything()));
    }

    private List<Waiter> takeReady() {
        List<Waiter> ready = new ArrayList<>();
        for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
            Waiter waiter = each.next();
            if (transfers.stream().noneMatch(waiter::concerns)) {
                ready.add(waiter);
                each.remove();
            }
        }
        return ready;
    }

    /** Is answered when nothing of this sender is under way. */
    CompletableFuture<Settlement> settled(String session, Member from, Duration wait) {
        CompletableFuture<Settlement> answer = new CompletableFuture<>();
        Waiter waiter = new Waiter(session, from, answer);
        synchronized (this) {
            if (transfers.stream().noneMatch(waiter::concerns)) {
                return CompletableFuture.completedFuture(new Settlement.Everything());
            }
            waiters.add(waiter);
        }
        return answer.completeOnTimeout(new Settlement.NotYet(), wait.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((settlement, failure) -> forget(waiter));
    }

    private synchronized void forget(Waiter waiter) {
        waiters.remove(waiter);
    }

    /** Nobody waits any more. */
    void endWaits() {
        List<Waiter> all;
        synchronized (this) {
            all = List.copyOf(waiters);
        }
        all.forEach(waiter -> waiter.answer().complete(new Settlement.NotYet()));
    }
}
