package io.fateflow.board.answer;

import java.util.Map;
import java.util.UUID;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

import io.fateflow.engine.plugin.LoginsBusyException;
import io.fateflow.webapp.database.DatabaseTrouble;
import io.fateflow.webapp.security.AccountsAwayException;
import io.fateflow.webapp.security.BodyRefusedException;
import io.fateflow.webapp.security.NotOwnException;
import io.fateflow.webapp.storage.StorageTrouble;

/** Failures of the pages' calls, as the pages show them. */
@RestControllerAdvice("io.fateflow.board")
@Order(Ordered.HIGHEST_PRECEDENCE)
class BoardErrors {

    private static final Logger LOG = LoggerFactory.getLogger(BoardErrors.class);

    @ExceptionHandler
    ResponseEntity<Map<String, String>> expected(BoardException e) {
        return answer(e.status(), e.id(), String.valueOf(e.getMessage()), e.remedy());
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> anothersJob(NotOwnException e) {
        return answer(403, e.id(), e.words(), "Ask whoever has submitted it, or an administrator for another role.");
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> accountsAway(AccountsAwayException e) {
        return answer(503, e.id(), e.words(), "Accounts of this server log in meanwhile.");
    }

    /** The filter in front of all this answers it. */
    @ExceptionHandler
    ResponseEntity<Map<String, String>> loginsBusy(LoginsBusyException e) {
        ResponseEntity<Map<String, String>> answer = answer(
                429, LoginsBusyException.ID, String.valueOf(e.getMessage()), "Type the same once more in a moment.");
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .header("Retry-After", Integer.toString(LoginsBusyException.RETRY_AFTER_SECONDS))
                .body(answer.getBody());
    }

    @ExceptionHandler
    void refusedBody(BodyRefusedException e) throws BodyRefusedException {
        throw e;
    }

    @ExceptionHandler({HttpMessageNotReadableException.class, MethodArgumentTypeMismatchException.class})
    ResponseEntity<Map<String, String>> unreadable(Exception e) {
        return answer(400, "FFB-5405", "The call can't be read: a value is missing or wrong.", "Load the page again.");
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> unexpected(Exception e, HttpServletRequest request) throws Exception {
        if (e instanceof AsyncRequestNotUsableException || e instanceof ClientAbortException) {
            throw e;
        }
        if (DatabaseTrouble.is(e)) {
            return answer(503, "FFB-5406", "The database does not answer now.", "The page goes on when it does.");
        }
        StorageTrouble kept = StorageTrouble.in(e).orElse(null);
        if (kept != null) {
            return answer(503, kept.id(), kept.words(), "Load the page again when that is done.");
        }
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} {} failed, reference {}", request.getMethod(), request.getRequestURI(), reference, e);
        return answer(
                500,
                "FFB-5407",
                "This should not happen; the server's log has it as " + reference + ".",
                "Load the page again, or ask who runs the server.");
    }

    private static ResponseEntity<Map<String, String>> answer(int status, String id, String message, String remedy) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("id", id, "message", message, "remedy", remedy));
    }
}
