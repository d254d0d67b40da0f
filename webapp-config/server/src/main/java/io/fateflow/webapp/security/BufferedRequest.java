package io.fateflow.webapp.security;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/** A request whose body was read already, to check its signature, and can be read once more. */
final class BufferedRequest extends HttpServletRequestWrapper {

    private final byte[] body;

    private BufferedRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    static BufferedRequest of(HttpServletRequest request, long maxBody) throws IOException {
        byte[] body = request.getInputStream().readNBytes((int) Math.min(maxBody, Integer.MAX_VALUE - 8));
        return new BufferedRequest(request, body);
    }

    byte[] body() {
        return body.clone();
    }

    @Override
    public ServletInputStream getInputStream() {
        ByteArrayInputStream in = new ByteArrayInputStream(body);
        return new ServletInputStream() {
            @Override
            public boolean isFinished() {
                return in.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new UnsupportedOperationException("The body is in memory: read it");
            }

            @Override
            public int read() {
                return in.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return in.read(target, offset, length);
            }
        };
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
}
