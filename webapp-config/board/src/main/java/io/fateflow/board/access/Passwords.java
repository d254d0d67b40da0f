package io.fateflow.board.access;

import java.time.Duration;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import io.fateflow.board.answer.BoardException;
import io.fateflow.engine.account.CodeAnswer;
import io.fateflow.webapp.security.AccessLog;
import io.fateflow.webapp.security.LoginAnswer;
import io.fateflow.webapp.security.Logins;

/** Looks at passwords and codes that a page sends, and says what is wrong with them. */
@Component
final class Passwords {

    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY = 429;

    private final Logins logins;
    private final AccessLog log;

    Passwords(Logins logins, AccessLog log) {
        this.logins = logins;
        this.log = log;
    }

    /**
     * Asks for all that logs an account in.
     *
     * @throws BoardException unless it is right
     */
    void demand(String user, String password, String code, HttpServletRequest request) {
        LoginAnswer answer = look(user, password, code, request);
        if (answer.groups().isEmpty()) {
            throw refusal(user, answer.code(), request);
        }
    }

    /**
     * Asks for the password of an account that has no second factor.
     *
     * @throws BoardException unless it is right
     */
    void demandWithoutCode(String user, String password, HttpServletRequest request) {
        LoginAnswer answer = look(user, password, "", request);
        if (answer.code().kind() == CodeAnswer.Kind.MISSING) {
            throw new BoardException(
                    409,
                    "FFB-5298",
                    "The account has a second factor already.",
                    "Take it off at /account first; if it is lost, an administrator does.");
        }
        if (!logins.isOfThisServer(user)) {
            throw new BoardException(
                    409,
                    "FFB-5298",
                    "This account is kept elsewhere, and has its second factor there, if any.",
                    "Ask whoever looks after the directory or the issuer.");
        }
    }

    private LoginAnswer look(String user, String password, String code, HttpServletRequest request) {
        Duration wait = logins.wait(user, request.getRemoteAddr());
        if (!wait.isZero()) {
            throw new BoardException(
                    TOO_MANY,
                    "FFB-5409",
                    "Too many wrong passwords came for this account from this address.",
                    again(wait));
        }
        LoginAnswer answer = logins.check(user, password, code);
        if (answer.groups().isEmpty() && !answer.isWithoutItsCode()) {
            log.refused(
                    user, request.getRemoteAddr(), request.getMethod() + " " + path(request), "FFB-5403 wrong login");
            throw new BoardException(
                    UNAUTHORIZED,
                    "FFB-5403",
                    "The account or the password is wrong.",
                    "An administrator gives a new password.");
        }
        return answer;
    }

    /** Of a code; the password was right. */
    BoardException refusal(String user, CodeAnswer code, HttpServletRequest request) {
        BoardException refusal = refusal(code);
        if (code.kind() != CodeAnswer.Kind.MISSING) {
            log.refused(
                    user,
                    request.getRemoteAddr(),
                    request.getMethod() + " " + path(request),
                    refusal.id() + " wrong code, or none that could be right");
        }
        return refusal;
    }

    private static BoardException refusal(CodeAnswer code) {
        return switch (code.kind()) {
            case MISSING ->
                new BoardException(
                        UNAUTHORIZED,
                        "FFB-5286",
                        "This account has a second factor.",
                        "Type the code that the authenticator shows now, or a recovery code.");
            case OF_ANOTHER_TIME ->
                new BoardException(
                        UNAUTHORIZED,
                        "FFB-5297",
                        "The code is that of another time: the clock of the device that shows it is %d minutes %s this site's."
                                .formatted(
                                        Math.round(code.time().abs().toSeconds() / 60.0),
                                        code.time().isNegative() ? "behind" : "ahead of"),
                        "Have the device set its time by the network. If everybody is told so, this site's database runs on a"
                                + " machine whose clock is wrong: an operator corrects it.");
            case TOO_SOON ->
                new BoardException(
                        TOO_MANY, "FFB-5288", "Too many wrong codes came for this account.", again(code.time()));
            case TO_BE_ENROLLED ->
                new BoardException(
                        UNAUTHORIZED,
                        "FFB-5289",
                        "This account has to have a second factor, and has none yet, or has begun to set one up too long ago.",
                        "Set one up at /login.");
            default ->
                new BoardException(
                        UNAUTHORIZED,
                        "FFB-5287",
                        "The code is wrong, or was used already.",
                        "Wait for the next one: each logs in once.");
        };
    }

    private static String again(Duration wait) {
        return "Try again in " + (wait.toSeconds() + 1) + " seconds.";
    }

    private static String path(HttpServletRequest request) {
        return request.getRequestURI();
    }
}
