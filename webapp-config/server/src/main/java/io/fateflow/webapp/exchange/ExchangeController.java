package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.NoSpaceException;
import io.fateflow.transfer.Received;
import io.fateflow.transfer.Sent;
import io.fateflow.transfer.Settlement;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;
import io.fateflow.webapp.security.CallerProof;

/**
 * Executors send and receive here. Who they are, and in which task, is in their token; they only say with whom they talk.
 */
@Controller
@RequestMapping("/v1/exchange")
class ExchangeController {

    private static final int LONGEST_WAIT = 60;

    private final ExchangeSpool spool;
    private final OtherSites otherSites;
    private final ExchangeTokens tokens;
    private final LiveAttempts attempts;

    ExchangeController(ExchangeSpool spool, OtherSites otherSites, ExchangeTokens tokens, LiveAttempts attempts) {
        this.spool = spool;
        this.otherSites = otherSites;
        this.tokens = tokens;
        this.attempts = attempts;
    }

    /** Before the web server waits for its requests: executors ask again, until there is a server. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        spool.endWaits();
        otherSites.endWaits();
    }

    @PutMapping("/send")
    ResponseEntity<?> send(
            HttpServletRequest request,
            @RequestParam String name,
            @RequestParam(defaultValue = "") String tag,
            @RequestParam String role,
            @RequestParam String party)
            throws IOException {
        Optional<Holder> found = holder(request);
        if (found.isEmpty()) {
            return refused();
        }
        CallerProof.given(request);
        Holder holder = found.get();
        Optional<String> failure = spool.failure(holder.session());
        if (failure.isPresent()) {
            return text(HttpStatus.FAILED_DEPENDENCY, failure.get());
        }
        if (!attempts.isLive(holder)) {
            return ended();
        }
        Member to = new Member(role, party);
        boolean elsewhere = otherSites.have(holder, to);
        if (elsewhere && !otherSites.isParty(holder, to)) {
            return text(HttpStatus.FORBIDDEN, "FFB-5205 " + to + " is no party of this job.");
        }
        return store(request, holder, new Address(holder.session(), name, tag, holder.member(), to), elsewhere);
    }

    private ResponseEntity<?> store(HttpServletRequest request, Holder holder, Address address, boolean elsewhere)
            throws IOException {
        try {
            Sent sent = elsewhere
                    ? otherSites.send(holder, address, request.getInputStream())
                    : spool.send(address, request.getInputStream());
            return switch (sent) {
                case STORED -> ResponseEntity.status(HttpStatus.CREATED).build();
                case DUPLICATE -> text(HttpStatus.CONFLICT, "FFB-5202 This was sent before; the first one stays.");
                case GONE -> ended();
            };
        } catch (NoSpaceException e) {
            return text(HttpStatus.INSUFFICIENT_STORAGE, String.valueOf(e.getMessage()));
        }
    }

    @GetMapping("/receive")
    CompletableFuture<ResponseEntity<?>> receive(
            HttpServletRequest request,
            @RequestParam String name,
            @RequestParam(defaultValue = "") String tag,
            @RequestParam String role,
            @RequestParam String party,
            @RequestParam(defaultValue = "25") int wait) {
        return later(request, holder -> spool.receive(incoming(holder, name, tag, role, party), patience(wait))
                .thenApply(ExchangeController::answer));
    }

    /** A receiver has what it received: here it can go. */
    @DeleteMapping("/receive")
    ResponseEntity<?> taken(
            HttpServletRequest request,
            @RequestParam String name,
            @RequestParam(defaultValue = "") String tag,
            @RequestParam String role,
            @RequestParam String party)
            throws IOException {
        Optional<Holder> holder = holder(request);
        if (holder.isEmpty()) {
            return refused();
        }
        if (isOver(holder.get())) {
            return ended();
        }
        spool.taken(incoming(holder.get(), name, tag, role, party));
        return ResponseEntity.noContent().build();
    }

    /** Whether everything that this executor has sent to other sites is there; it asks before it ends. */
    @GetMapping("/settled")
    CompletableFuture<ResponseEntity<?>> settled(
            HttpServletRequest request, @RequestParam(defaultValue = "25") int wait) {
        return later(
                request, holder -> otherSites.settled(holder, patience(wait)).thenApply(ExchangeController::answer));
    }

    /** What the holder of a live attempt waits for. */
    private CompletableFuture<ResponseEntity<?>> later(
            HttpServletRequest request, Function<Holder, CompletableFuture<ResponseEntity<?>>> awaited) {
        Optional<Holder> holder = holder(request);
        if (holder.isEmpty()) {
            return CompletableFuture.completedFuture(refused());
        }
        return isOver(holder.get()) ? CompletableFuture.completedFuture(ended()) : awaited.apply(holder.get());
    }

    private static Address incoming(Holder holder, String name, String tag, String role, String party) {
        return new Address(holder.session(), name, tag, new Member(role, party), holder.member());
    }

    private static Duration patience(int seconds) {
        return Duration.ofSeconds(Math.max(0, Math.min(LONGEST_WAIT, seconds)));
    }

    private static ResponseEntity<?> answer(Settlement settlement) {
        if (settlement instanceof Settlement.Lost lost) {
            return text(HttpStatus.FAILED_DEPENDENCY, lost.reason());
        }
        return settlement instanceof Settlement.Everything
                ? ResponseEntity.ok().build()
                : ResponseEntity.noContent().build();
    }

    private static ResponseEntity<?> answer(Received received) {
        if (received instanceof Received.Available available) {
            Resource file = new FileSystemResource(available.file());
            return ResponseEntity.ok()
                    .contentType(MediaType.APPLICATION_OCTET_STREAM)
                    .body(file);
        }
        if (received instanceof Received.Failed failed) {
            return text(HttpStatus.FAILED_DEPENDENCY, failed.reason());
        }
        return received instanceof Received.Gone gone
                ? text(HttpStatus.GONE, gone.reason())
                : ResponseEntity.noContent().build();
    }

    private Optional<Holder> holder(HttpServletRequest request) {
        return tokens.of(request);
    }

    /** Whose attempt has ended; but of one that failed the spool may still say why. */
    private boolean isOver(Holder holder) {
        return !attempts.isLive(holder) && spool.failure(holder.session()).isEmpty();
    }

    private static ResponseEntity<?> ended() {
        return text(HttpStatus.GONE, "FFB-5201 The task has ended; nothing is exchanged for it any more.");
    }

    private static ResponseEntity<?> refused() {
        return text(HttpStatus.UNAUTHORIZED, "FFB-5203 Show the token of a task: Authorization: Bearer ...");
    }

    private static ResponseEntity<?> text(HttpStatus status, String text) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(text);
    }
}
