package io.fateflow.webapp.security;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;

/** A request whose body is read under a {@link BodyGuard}, until it is known whose it is. */
final class GuardedRequest extends HttpServletRequestWrapper implements AutoCloseable {

    private final BodyGuard guard;
    private @Nullable GuardedBody body;

    GuardedRequest(HttpServletRequest request, BodyGuard guard) {
        super(request);
        this.guard = guard;
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

    @Override
    public BufferedReader getReader() throws IOException {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
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

    /** Gives back what the body held. */
    @Override
    public void close() {
        GuardedBody open = body;
        if (open != null) {
            open.letGo();
        }
    }
}
