package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

import io.fateflow.webapp.exchange.Address.Member;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;

/**
 * Executors send and receive here. Who they are, and in which task, is in their token; they only say with whom they talk.
 */
@Controller
@RequestMapping("/v1/exchange")
class ExchangeController {

    private static final String BEARER = "Bearer ";
    private static final int LONGEST_WAIT = 60;

    private final ExchangeSpool spool;
    private final ExchangeTokens tokens;

    ExchangeController(ExchangeSpool spool, ExchangeTokens tokens) {
        this.spool = spool;
        this.tokens = tokens;
    }

    /** Before the web server waits for its requests: executors ask again, until there is a server. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        spool.endWaits();
    }

    @PutMapping("/send")
    ResponseEntity<?> send(
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
        Address address =
                new Address(holder.get().session(), name, tag, holder.get().member(), new Member(role, party));
        return switch (spool.send(address, request.getInputStream())) {
            case STORED -> ResponseEntity.status(HttpStatus.CREATED).build();
            case DUPLICATE -> text(HttpStatus.CONFLICT, "FFB-5202 This was sent before; the first one stays.");
            case GONE -> text(HttpStatus.GONE, "FFB-5201 The task has ended; nothing is exchanged for it any more.");
        };
    }

    @GetMapping("/receive")
    CompletableFuture<ResponseEntity<?>> receive(
            HttpServletRequest request,
            @RequestParam String name,
            @RequestParam(defaultValue = "") String tag,
            @RequestParam String role,
            @RequestParam String party,
            @RequestParam(defaultValue = "25") int wait) {
        Optional<Holder> holder = holder(request);
        if (holder.isEmpty()) {
            return CompletableFuture.completedFuture(refused());
        }
        Address address = new Address(
                holder.get().session(),
                name,
                tag,
                new Member(role, party),
                holder.get().member());
        Duration patience = Duration.ofSeconds(Math.max(0, Math.min(LONGEST_WAIT, wait)));
        return spool.receive(address, patience).thenApply(ExchangeController::answer);
    }

    private static ResponseEntity<?> answer(Received received) {
        if (received instanceof Received.Available available) {
            Resource file = new FileSystemResource(available.file());
            return ResponseEntity.ok()
                    .contentType(MediaType.APPLICATION_OCTET_STREAM)
                    .body(file);
        }
        return received instanceof Received.Gone gone
                ? text(HttpStatus.GONE, gone.reason())
                : ResponseEntity.noContent().build();
    }

    private Optional<Holder> holder(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        return header != null && header.startsWith(BEARER)
                ? tokens.verify(header.substring(BEARER.length()))
                : Optional.empty();
    }

    private static ResponseEntity<?> refused() {
        return text(HttpStatus.UNAUTHORIZED, "FFB-5203 Show the token of a task: Authorization: Bearer ...");
    }

    private static ResponseEntity<?> text(HttpStatus status, String text) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(text);
    }
}
