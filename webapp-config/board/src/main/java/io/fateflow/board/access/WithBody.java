package io.fateflow.board.access;

import java.io.ByteArrayInputStream;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.springframework.http.HttpMethod;

/** A request with another method, and a body that is there already. */
final class WithBody extends HttpServletRequestWrapper {

    private final HttpMethod method;
    private final ByteArrayInputStream body;

    WithBody(HttpServletRequest request, HttpMethod method, byte[] body) {
        super(request);
        this.method = method;
        this.body = new ByteArrayInputStream(body);
    }

    @Override
    public String getMethod() {
        return method.name();
    }

    @Override
    public ServletInputStream getInputStream() {
        return new ServletInputStream() {
            @Override
            public int read() {
                return body.read();
            }

            @Override
            public int read(byte[] into, int from, int most) {
                return body.read(into, from, most);
            }

            @Override
            public boolean isFinished() {
                return body.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new IllegalStateException("the body is here already");
            }
        };
    }
}
