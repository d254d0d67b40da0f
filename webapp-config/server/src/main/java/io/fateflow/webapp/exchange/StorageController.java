package io.fateflow.webapp.exchange;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

import io.fateflow.dsl.Party;
import io.fateflow.engine.connector.ConnectorUse;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.webapp.connector.Connectors;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;
import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageAnswer;

/** Tells an executor the login of the connector that its own table is in. It names none: the site's rows say which. */
@Controller
class StorageController {

    private final ExchangeTokens tokens;
    private final LiveAttempts attempts;
    private final ConnectorUse uses;
    private final Connectors connectors;

    StorageController(ExchangeTokens tokens, LiveAttempts attempts, ConnectorUse uses, Connectors connectors) {
        this.tokens = tokens;
        this.attempts = attempts;
        this.uses = uses;
        this.connectors = connectors;
    }

    @GetMapping("/v1/exchange/storage")
    ResponseEntity<String> access(HttpServletRequest request) {
        Optional<Holder> holder = tokens.of(request);
        if (holder.isEmpty()) {
            return text(HttpStatus.UNAUTHORIZED, "FFB-5203 Show the token of a task: Authorization: Bearer ...");
        }
        if (!attempts.isLive(holder.get())) {
            return text(HttpStatus.GONE, "FFB-5201 The task has ended; nothing is exchanged for it any more.");
        }
        Optional<StorageAccess> access =
                uses.of(key(holder.get())).flatMap(use -> connectors.access(use.connector(), use.database()));
        return access.map(found -> ResponseEntity.ok()
                        .cacheControl(CacheControl.noStore())
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(StorageAnswer.write(found).toString()))
                .orElseGet(
                        () -> text(
                                HttpStatus.FORBIDDEN,
                                "FFB-5296 This attempt has no connector to use: a Reader has that of its table, a Writer that of its"
                                        + " address, if its own party has started the job and fate.connectors.hosts allows it."));
    }

    private static TaskKey key(Holder holder) {
        return new TaskKey(
                holder.taskId(),
                holder.version(),
                Party.of(holder.member().role(), holder.member().partyId()));
    }

    private static ResponseEntity<String> text(HttpStatus status, String text) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(text);
    }
}
