package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.util.StringUtils;
import org.springframework.web.filter.OncePerRequestFilter;

import io.fateflow.engine.plugin.LoginsBusyException;
import io.fateflow.webapp.database.DatabaseTrouble;

/**
 * Who may call what: web pages of others nothing; of the rest the first rule whose path fits decides, and what no rule names
 * is refused.
 */
final class AccessFilter extends OncePerRequestFilter {

    /** They poll, and what they report must come in. */
    private static final String WORKERS = "/v1/worker/";

    private final WebPages pages;
    private final List<Rule> rules;
    private final AccessLog log;
    private final BodyGuard bodies;
    private final Spool spool;
    private final CallLimit limit;
    private final UploadLimit uploads;

    AccessFilter(
            WebPages pages,
            List<Rule> rules,
            AccessLog log,
            BodyGuard bodies,
            Spool spool,
            CallLimit limit,
            UploadLimit uploads) {
        this.pages = pages;
        this.rules = List.copyOf(rules);
        this.log = log;
        this.bodies = bodies;
        this.spool = spool;
        this.limit = limit;
        this.uploads = uploads;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try (GuardedRequest guarded = new GuardedRequest(request, bodies, spool)) {
            try {
                admit(guarded, response, chain);
            } catch (BodyRefusedException e) {
                refuse(response, e);
            } catch (ServletException e) {
                refuse(response, BodyRefusedException.in(e).orElseThrow(() -> e));
            }
            guarded.finish(response);
        }
    }

    private static void refuse(HttpServletResponse response, BodyRefusedException e) throws IOException {
        if (!response.isCommitted()) {
            Refusal.write(new RetryAfterAdvice(response), e.status(), e.status(), String.valueOf(e.getMessage()));
        }
    }

    private void admit(GuardedRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = path(request);
        HttpServletResponse later = new RetryAfterAdvice(response);
        Optional<HttpServletRequest> admitted;
        try {
            admitted = admit(request, later, path);
        } catch (AccountsAwayException e) {
            Refusal.UNAVAILABLE.write(later, e.words());
            return;
        } catch (LoginsBusyException e) {
            refuse(later, e);
            return;
        } catch (RuntimeException e) {
            if (!DatabaseTrouble.is(e)) {
                throw e;
            }
            Refusal.UNAVAILABLE.write(later, DatabaseTrouble.MESSAGE);
            return;
        }
        if (admitted.isPresent() && isBeyondLimit(request, later, path)) {
            return;
        }
        if (admitted.isPresent()) {
            Claim.way(request).ifPresent(way -> log.loggedIn(Claim.user(request), way, request.getRemoteAddr()));
            if (isUpload(request, path)) {
                upload(request, admitted.get(), later, chain);
            } else {
                goOn(request, admitted.get(), later, chain);
            }
            return;
        }
        Claim.refused(request)
                .ifPresent(why -> log.refused(
                        Claim.user(request), request.getRemoteAddr(), request.getMethod() + " " + path, why));
    }

    private void goOn(
            HttpServletRequest request, HttpServletRequest admitted, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try (AccessLog.Scope scope = log.admitted(Claim.user(request), request.getRemoteAddr())) {
            chain.doFilter(admitted, response);
        } catch (AccountsAwayException e) {
            // the engine asks once more, and what the gate has heard may have been forgotten by then
            if (response.isCommitted()) {
                throw e;
            }
            Refusal.UNAVAILABLE.write(response, e.words());
        } catch (LoginsBusyException e) {
            if (response.isCommitted()) {
                throw e;
            }
            refuse(response, e);
        }
    }

    /** Nothing is written down: a flood would fill the audit log. */
    private static void refuse(HttpServletResponse response, LoginsBusyException e) throws IOException {
        response.setHeader("Retry-After", Integer.toString(LoginsBusyException.RETRY_AFTER_SECONDS));
        Refusal.TOO_MANY.write(response, e.words());
    }

    /** Of accounts only, as calls. */
    private static boolean isUpload(HttpServletRequest request, String path) {
        String type = request.getContentType();
        return type != null
                && type.startsWith("multipart/")
                && !Claim.user(request).equals(Claim.ANONYMOUS)
                && !path.startsWith(WORKERS);
    }

    private void upload(
            GuardedRequest request, HttpServletRequest admitted, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String user = Claim.user(request);
        long bytes = request.getContentLengthLong();
        Optional<CallLimit.Beyond> beyond = uploads.begin(user, bytes);
        if (beyond.isPresent()) {
            refuse(request, response, beyond.get(), "FFB-5330 too many bytes");
            return;
        }
        try {
            goOn(request, admitted, response, chain);
        } finally {
            uploads.end(user, bytes, request.read());
        }
    }

    private void refuse(
            HttpServletRequest request, HttpServletResponse response, CallLimit.Beyond beyond, String written)
            throws IOException {
        response.setHeader("Retry-After", Long.toString(beyond.seconds()));
        Refusal.TOO_MANY.write(response, beyond.words());
        if (beyond.isFirst()) {
            log.refused(
                    Claim.user(request), request.getRemoteAddr(), request.getMethod() + " " + path(request), written);
        }
    }

    /** Of accounts only: what is open to all is files, and the calls of other sites, which are counted where they are known. */
    private boolean isBeyondLimit(HttpServletRequest request, HttpServletResponse response, String path)
            throws IOException {
        String user = Claim.user(request);
        if (user.equals(Claim.ANONYMOUS) || path.startsWith(WORKERS)) {
            return false;
        }
        Optional<CallLimit.Beyond> beyond = limit.take(user);
        if (beyond.isPresent()) {
            refuse(request, response, beyond.get(), "FFB-5030 too many requests");
        }
        return beyond.isPresent();
    }

    /** Whose password is looked at is not yet known, but from where it comes. */
    private Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response, String path)
            throws IOException {
        Optional<WebPages.Refused> page = pages.refusal(request, path);
        if (page.isPresent()) {
            Claim.refused(request, page.get().why());
            Refusal.FORBIDDEN.write(response, page.get().message());
            return Optional.empty();
        }
        try (AccessLog.Scope scope = log.admitted(Claim.ANONYMOUS, request.getRemoteAddr())) {
            return gateOf(path).admit(request, response);
        }
    }

    private AccessRule gateOf(String path) {
        return rules.stream()
                .filter(rule -> rule.covers(path))
                .map(Rule::gate)
                .findFirst()
                .orElse(AccessRule.CLOSED);
    }

    /** The path as it is dispatched: decoded, without dots and path parameters, and without slashes at its end. */
    static String path(HttpServletRequest request) {
        String info = request.getPathInfo();
        String path = StringUtils.trimTrailingCharacter(request.getServletPath() + (info == null ? "" : info), '/');
        return path.isEmpty() ? "/" : path;
    }

    /** A row of the table. */
    record Rule(Predicate<String> paths, AccessRule gate) {

        /** @param path this path and everything below it; the root alone, without everything else */
        Rule(String path, AccessRule gate) {
            this(requested -> requested.equals(path) || (!path.equals("/") && requested.startsWith(path + "/")), gate);
        }

        boolean covers(String requested) {
            return paths.test(requested);
        }
    }
}
