package io.fateflow.board.access;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.nayuki.qrcodegen.QrCode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.answer.BoardException;
import io.fateflow.engine.account.CodeAnswer;
import io.fateflow.engine.account.SecondFactors;
import io.fateflow.webapp.security.AccessLog;
import io.fateflow.webapp.security.WebSessions;

/**
 * The second factor of an account, by whoever has its password: with each call, since a session that somebody has left open must
 * neither give one nor take one. So an account that has to have one sets it up before its first session.
 */
@RestController
class SecondFactorController {

    private final Passwords passwords;
    private final SecondFactors factors;
    private final WebSessions sessions;
    private final AccessLog log;
    private final String site;

    SecondFactorController(
            Passwords passwords, SecondFactors factors, WebSessions sessions, AccessLog log, Environment environment) {
        this.passwords = passwords;
        this.factors = factors;
        this.sessions = sessions;
        this.log = log;
        String party = environment.getProperty("fate.federation.party-id", "");
        this.site = party.isEmpty() ? "FATE Flow" : "FATE Flow " + party;
    }

    /** Who it is. */
    record Proof(String user, String password, String code) {

        Proof {
            user = user == null ? "" : user;
            password = password == null ? "" : password;
            code = code == null ? "" : code;
        }
    }

    /**
     * What an authenticator takes.
     *
     * @param link the same, as an address that authenticators open
     * @param qr the link as a QR code
     */
    record Offer(String secret, String link, Picture qr) {}

    /**
     * A QR code in modules.
     *
     * @param path its dark ones, as the path of an SVG
     */
    record Picture(int size, String path) {

        static Picture of(String text) {
            QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
            StringBuilder path = new StringBuilder();
            for (int y = 0; y < code.size; y++) {
                for (int x = 0; x < code.size; x++) {
                    if (code.getModule(x, y)) {
                        path.append('M').append(x).append(' ').append(y).append("h1v1h-1z");
                    }
                }
            }
            return new Picture(code.size, path.toString());
        }
    }

    @PostMapping("/board/api/login/second-factor/begin")
    Offer begin(@RequestBody Proof proof, HttpServletRequest request) {
        passwords.demandWithoutCode(proof.user(), proof.password(), request);
        Optional<String> secret = factors.begin(proof.user());
        String taken = secret.orElseThrow(
                () -> new BoardException(409, "FFB-5298", "The account has a second factor already.", "Log in again."));
        String link = "otpauth://totp/%s:%s?secret=%s&issuer=%s"
                .formatted(encoded(site), encoded(proof.user()), taken, encoded(site));
        return new Offer(taken, link, Picture.of(link));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A first code: from now on it counts, and whoever has sent it is logged in. */
    @PostMapping("/board/api/login/second-factor/confirm")
    Map<String, List<String>> confirm(@RequestBody Proof proof, HttpServletRequest request) {
        passwords.demandWithoutCode(proof.user(), proof.password(), request);
        SecondFactors.Enrolment enrolment = factors.confirm(proof.user(), proof.code());
        if (enrolment.code().kind() != CodeAnswer.Kind.RIGHT) {
            throw passwords.refusal(proof.user(), enrolment.code(), request);
        }
        sessions.begin(request, proof.user());
        log.loggedIn(proof.user(), "board", request.getRemoteAddr());
        return Map.of("recoveryCodes", enrolment.recoveryCodes());
    }

    @PostMapping("/board/api/login/second-factor/recovery-codes")
    Map<String, List<String>> renew(@RequestBody Proof proof, HttpServletRequest request) {
        demandCode(proof, request);
        return Map.of("recoveryCodes", factors.renewRecoveryCodes(proof.user()));
    }

    @PostMapping("/board/api/login/second-factor/remove")
    void remove(@RequestBody Proof proof, HttpServletRequest request) {
        demandCode(proof, request);
        factors.removeOwn(proof.user());
    }

    private void demandCode(Proof proof, HttpServletRequest request) {
        passwords.demand(proof.user(), proof.password(), proof.code(), request);
        if (factors.of(proof.user()).isEmpty()) {
            throw new BoardException(409, "FFB-5299", "The account has no second factor.", "Load the page again.");
        }
    }
}
