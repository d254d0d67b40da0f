package io.fateflow.webapp.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

import com.fasterxml.jackson.databind.node.TextNode;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

import io.fateflow.database.DatabaseError;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.database.DatabaseTrouble;
import io.fateflow.webapp.security.BodyRefusedException;
import io.fateflow.webapp.security.NotOwnException;
import io.fateflow.worker.api.ReportRefusedException;

/** Turns failures under {@code /v1} into FATE Flow's answers; other paths keep Spring's. */
@ControllerAdvice
class ApiErrors {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrors.class);

    private static final String REFUSED = "FFB-5111 The database refuses a value of this call (SQL state %s): it is"
            + " too long, there already, or has a character that can't be kept. Correct the call; the server's log has"
            + " more.";

    private static final String BAD_CALL = "FFB-5122 The call can't be understood: %s";

    private final WireJson json;
    private final UnknownPaths unknown;

    ApiErrors(WireJson json, UnknownPaths unknown) {
        this.json = json;
        this.unknown = unknown;
    }

    @ExceptionHandler
    ResponseEntity<byte[]> expected(ApiException e) throws IOException {
        if (e.isHttpStyle()) {
            String body =
                    "{\"retmsg\": " + json.write(TextNode.valueOf(e.retmsg())) + ", \"retcode\": " + e.retcode() + "}";
            return answer(e.status(), body.getBytes(StandardCharsets.UTF_8));
        }
        return soft(Envelope.failure(e.retcode(), e.retmsg()));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> anothersJob(NotOwnException e) throws IOException {
        return expected(ApiException.http(403, e.words()));
    }

    /** The filter in front of all this answers it. */
    @ExceptionHandler
    void refusedBody(BodyRefusedException e) throws BodyRefusedException {
        throw e;
    }

    /** As well, if the guard of bodies refused the form. */
    @ExceptionHandler
    ResponseEntity<byte[]> form(MultipartException e, HttpServletRequest request) throws Exception {
        if (BodyRefusedException.in(e).isPresent()) {
            throw e;
        }
        return unexpected(e.getCause() instanceof ClientAbortException gone ? gone : e, request);
    }

    /** A worker repeats what is not answered, and must not repeat what nobody will ever take. */
    @ExceptionHandler
    ResponseEntity<byte[]> refusedReport(ReportRefusedException e) throws IOException {
        return expected(ApiException.http(400, String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> badValue(IllegalArgumentException e, HttpServletRequest request) throws Exception {
        onlyOurs(e, request);
        if (isOfWorkers(request)) {
            return expected(ApiException.http(400, String.valueOf(e.getMessage())));
        }
        String message = ApiException.representation("ValueError", String.valueOf(e.getMessage()));
        return soft(Envelope.failure(Retcode.EXCEPTION_ERROR, message));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> unknownUrl(NoResourceFoundException e, HttpServletRequest request) throws Exception {
        onlyOurs(e, request);
        return expected(unknown.answer(request.getMethod(), request.getServletPath()));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> wrongMethod(HttpRequestMethodNotSupportedException e, HttpServletRequest request)
            throws Exception {
        onlyOurs(e, request);
        return soft(Envelope.failure(Retcode.EXCEPTION_ERROR, "<MethodNotAllowed '405: Method Not Allowed'>"));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> unexpected(Exception e, HttpServletRequest request) throws Exception {
        onlyOurs(e, request);
        if (e instanceof AsyncRequestNotUsableException || e instanceof ClientAbortException) {
            throw e;
        }
        if (e instanceof ErrorResponse call && call.getStatusCode().is4xxClientError()) {
            return refused(request, BAD_CALL.formatted(call.getBody().getDetail()));
        }
        if (e instanceof MethodArgumentTypeMismatchException value) {
            return refused(request, BAD_CALL.formatted("Parameter '" + value.getName() + "' is of another kind"));
        }
        if (DatabaseTrouble.is(e)) {
            return expected(ApiException.http(503, DatabaseTrouble.MESSAGE));
        }
        ObjectStoreException store = ObjectStoreException.in(e);
        if (store != null) {
            return expected(ApiException.http(503, String.valueOf(store.getMessage())));
        }
        AtRestException unreadable = AtRestException.in(e);
        if (unreadable != null) {
            LOG.error("{} {}: {}", request.getMethod(), request.getRequestURI(), unreadable.getMessage());
            return expected(ApiException.http(500, String.valueOf(unreadable.getMessage())));
        }
        if (DatabaseError.of(e) == DatabaseError.DATA) {
            LOG.warn("{} {} has a value that the database refuses", request.getMethod(), request.getRequestURI(), e);
            return refused(request, REFUSED.formatted(DatabaseError.state(e)));
        }
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} {} failed, reference {}", request.getMethod(), request.getRequestURI(), reference, e);
        // what failed may have quoted SQL or a row: only the log gets it
        String message = "FFB-5900 This should not happen; the server's log has it as " + reference;
        return isOfWorkers(request)
                ? expected(ApiException.http(500, message))
                : soft(Envelope.failure(
                        Retcode.EXCEPTION_ERROR,
                        ApiException.representation(e.getClass().getSimpleName(), message)));
    }

    private ResponseEntity<byte[]> refused(HttpServletRequest request, String message) throws IOException {
        return isOfWorkers(request)
                ? expected(ApiException.http(400, message))
                : soft(Envelope.failure(Retcode.EXCEPTION_ERROR, ApiException.representation("ValueError", message)));
    }

    /** Workers and executors repeat a call by its status: they must know what is vain, and what was not done. */
    private static boolean isOfWorkers(HttpServletRequest request) {
        String path = request.getServletPath();
        return path.startsWith("/v1/worker/") || path.startsWith("/v1/exchange/");
    }

    private static void onlyOurs(Exception e, HttpServletRequest request) throws Exception {
        if (!request.getServletPath().startsWith("/v1/")) {
            throw e;
        }
    }

    private ResponseEntity<byte[]> soft(Envelope envelope) throws IOException {
        return answer(200, json.write(envelope));
    }

    private static ResponseEntity<byte[]> answer(int status, byte[] body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }
}
