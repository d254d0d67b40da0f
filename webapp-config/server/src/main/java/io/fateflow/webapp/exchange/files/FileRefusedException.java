package io.fateflow.webapp.exchange.files;

import org.springframework.http.HttpStatus;

/** What an executor asks for, or leaves, is not for it; the message has an id and is for whoever runs the job. */
final class FileRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final HttpStatus status;

    FileRefusedException(HttpStatus status, String message) {
        super(message);
        this.status = status;
    }

    HttpStatus status() {
        return status;
    }
}
