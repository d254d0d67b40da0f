package io.fateflow.webapp.api;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;

/** The file that a form brings. */
public final class FilePart {

    private static final String NAME = "file";

    private FilePart() {}

    /**
     * The part {@code file} that is one. FATE's clients put the entries of their conf file into a form as text, and the path that
     * they have read is among them under the same name, before the file itself.
     */
    public static Optional<Part> of(HttpServletRequest request) throws IOException, ServletException {
        return request.getParts().stream()
                .filter(part -> part.getName().equals(NAME) && part.getSubmittedFileName() != null)
                .findFirst();
    }
}
