package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;

import io.fateflow.dsl.Party;
import io.fateflow.engine.executor.AttemptFiles;
import io.fateflow.engine.executor.FileRights;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore.TableRef;
import io.fateflow.transfer.BadChunkException;
import io.fateflow.transfer.IncomingFiles.DamagedException;
import io.fateflow.transfer.NoSpaceException;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.transfer.object.ObjectStoreException.Reason;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.exchange.ExchangeTokens;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;
import io.fateflow.webapp.exchange.LiveAttempts;
import io.fateflow.webapp.security.CallerProof;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFile.Kind;
import io.fateflow.worker.files.SiteFilesJson;
import io.fateflow.worker.files.SiteFilesJson.Listing;

/** Executors without a folder in common with the site get and leave files here; every call may be repeated. */
@Controller
class FilesController {

    private static final Logger LOG = LoggerFactory.getLogger(FilesController.class);
    private static final String ENDED = "FFB-5201 The task has ended; nothing is exchanged for it any more.";

    private final ExchangeTokens tokens;
    private final LiveAttempts live;
    private final AttemptFiles attempts;
    private final ReadableFiles readable;
    private final LeftFiles left;

    FilesController(
            ExchangeTokens tokens, LiveAttempts live, AttemptFiles attempts, ReadableFiles readable, LeftFiles left) {
        this.tokens = tokens;
        this.live = live;
        this.attempts = attempts;
        this.readable = readable;
        this.left = left;
    }

    /** An attempt that lives, and its rights. */
    private record Caller(TaskKey key, FileRights rights) {}

    @GetMapping(SiteFilesJson.FILES)
    ResponseEntity<?> list(HttpServletRequest request) throws IOException {
        FileRights rights = caller(request).rights();
        String target = rights.target().map(FileRights.NamedFile::parameter).orElse("");
        return json(SiteFilesJson.write(new Listing(readable.list(rights), target)));
    }

    /** The whole content, or the range that the request names. */
    @GetMapping(SiteFilesJson.CONTENT)
    ResponseEntity<?> content(
            HttpServletRequest request,
            @RequestParam String kind,
            @RequestParam String namespace,
            @RequestParam String name,
            @RequestParam String sha256)
            throws IOException {
        FileRights rights = caller(request).rights();
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .body(new OpenedFile(readable.open(rights, Kind.of(kind), new TableRef(name, namespace), sha256)));
    }

    @GetMapping(SiteFilesJson.RECEIVED)
    ResponseEntity<?> received(
            HttpServletRequest request,
            @RequestParam String kind,
            @RequestParam String namespace,
            @RequestParam String name,
            @RequestParam long size,
            @RequestParam String sha256)
            throws IOException {
        Caller caller = caller(request);
        SiteFile file = SiteFile.of(Kind.of(kind), namespace, name, size, sha256);
        return json(SiteFilesJson.write(left.received(caller.key(), caller.rights(), file)));
    }

    @PutMapping(SiteFilesJson.CONTENT)
    ResponseEntity<?> leave(
            HttpServletRequest request,
            @RequestParam String kind,
            @RequestParam String namespace,
            @RequestParam String name,
            @RequestParam long size,
            @RequestParam String sha256,
            @RequestParam long offset)
            throws IOException {
        Caller caller = caller(request);
        CallerProof.given(request);
        SiteFile file = SiteFile.of(Kind.of(kind), namespace, name, size, sha256);
        try {
            return left.append(caller.key(), caller.rights(), file, offset, request.getInputStream())
                    .<ResponseEntity<?>>map(received -> json(SiteFilesJson.write(received)))
                    .orElseGet(FilesController::ended);
        } catch (NoSpaceException e) {
            return text(HttpStatus.INSUFFICIENT_STORAGE, e);
        } catch (DamagedException e) {
            return text(HttpStatus.SERVICE_UNAVAILABLE, e);
        } catch (BadChunkException e) {
            return text(HttpStatus.CONFLICT, e);
        }
    }

    @ExceptionHandler
    ResponseEntity<?> refused(FileRefusedException refusal) {
        return text(refusal.status(), refusal);
    }

    /** What somebody has to change first is not tried again. */
    @ExceptionHandler
    ResponseEntity<?> stored(ObjectStoreException e) {
        return text(e.reason() == Reason.AWAY ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.FAILED_DEPENDENCY, e);
    }

    /** Trying again does not bring a key back, nor a file that was damaged. */
    @ExceptionHandler
    ResponseEntity<?> unreadable(AtRestException e) {
        LOG.error("{}", e.getMessage());
        return text(HttpStatus.FAILED_DEPENDENCY, e);
    }

    private Caller caller(HttpServletRequest request) {
        Holder holder = tokens.of(request)
                .orElseThrow(() -> new FileRefusedException(
                        HttpStatus.UNAUTHORIZED, "FFB-5203 Show the token of a task: Authorization: Bearer ..."));
        TaskKey key = new TaskKey(
                holder.taskId(),
                holder.version(),
                Party.of(holder.member().role(), holder.member().partyId()));
        Optional<FileRights> rights = live.isLive(holder) ? attempts.of(key) : Optional.empty();
        return new Caller(key, rights.orElseThrow(() -> new FileRefusedException(HttpStatus.GONE, ENDED)));
    }

    private static ResponseEntity<?> ended() {
        return ResponseEntity.status(HttpStatus.GONE)
                .contentType(MediaType.TEXT_PLAIN)
                .body(ENDED);
    }

    private static ResponseEntity<?> json(ObjectNode json) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json.toString());
    }

    private static ResponseEntity<?> text(HttpStatus status, Exception why) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(String.valueOf(why.getMessage()));
    }
}
