package io.fateflow.webapp.security;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;

/** A request whose body is read under a {@link BodyGuard}, until it is known whose it is. */
final class GuardedRequest extends HttpServletRequestWrapper implements AutoCloseable {

    private final BodyGuard guard;
    private final Spool spool;
    private @Nullable GuardedBody body;
    private @Nullable GuardedForm form;

    GuardedRequest(HttpServletRequest request, BodyGuard guard, Spool spool) {
        super(request);
        this.guard = guard;
        this.spool = spool;
    }

    @Override
    public GuardedBody getInputStream() throws IOException {
        GuardedBody open = body;
        if (open == null) {
            open = new GuardedBody((HttpServletRequest) getRequest(), guard);
            body = open;
        }
        return open;
    }

    /** How many bytes of the body have been read. */
    long read() {
        GuardedBody open = body;
        return open == null ? 0 : open.count();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public Collection<Part> getParts() throws IOException {
        return form().parts();
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException {
        return form().parts().stream()
                .filter(part -> part.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private GuardedForm form() throws IOException {
        GuardedForm read = form;
        if (read == null) {
            getInputStream().goesTo(spool);
            read = GuardedForm.read(this, spool.directory());
            form = read;
        }
        return read;
    }

    /** Those of the query and, once somebody has asked for its parts, those of a form. */
    @Override
    public Map<String, String[]> getParameterMap() {
        keepContainerFromBody();
        Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
        GuardedForm read = form;
        if (read != null) {
            read.fields()
                    .forEach((name, values) -> all.merge(name, values.toArray(String[]::new), GuardedRequest::both));
        }
        return Collections.unmodifiableMap(all);
    }

    private static String[] both(String[] some, String[] more) {
        return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return getParameterMap().get(name);
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    /** It takes parameters from a body that nobody has opened, and would read it around the guard. */
    private void keepContainerFromBody() {
        try {
            getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads what nobody wanted of the body, so that its sender gets to see the answer; who sends too slowly for that is cut
     * off, instead of being waited for by the web server.
     */
    void finish(HttpServletResponse response) throws IOException {
        if (isAsyncStarted() || getHeader("Expect") != null || getInputStream().isFinished()) {
            return;
        }
        response.flushBuffer();
        try {
            getInputStream().skipRest();
        } catch (BodyRefusedException e) {
            // the one exception for which Tomcat closes the connection at once, and says nothing
            throw new ClientAbortException(e.getMessage(), e);
        }
    }

    /** Gives back what the body held, on the disk, too. */
    @Override
    public void close() throws IOException {
        GuardedBody open = body;
        if (open != null) {
            open.letGo();
        }
        GuardedForm read = form;
        if (read != null) {
            read.delete();
        }
    }
}
