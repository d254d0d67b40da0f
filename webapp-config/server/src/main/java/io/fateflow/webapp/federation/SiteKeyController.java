package io.fateflow.webapp.federation;

import java.nio.file.Path;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.federation.auth.PemKeys;
import io.fateflow.federation.auth.SiteKeyStore;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.security.AuthenticationProperties;

/**
 * FATE's calls that hand public keys from site to site. Whose key is here can sign for its party: only administrators
 * change them, never this site's own, and each change is in the audit log. Private keys come and go by no call.
 */
@Controller
class SiteKeyController {

    private static final String PUBLIC = "public";

    private final SiteKeyStore keys;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final AuthenticationProperties.Site site;
    private final long ownPartyId;

    SiteKeyController(
            SiteKeyStore keys,
            AuditLog audit,
            TransactionTemplate transaction,
            AuthenticationProperties authentication,
            FederationProperties federation) {
        this.keys = keys;
        this.audit = audit;
        this.transaction = transaction;
        this.site = authentication.site();
        this.ownPartyId = federation.partyId();
    }

    @PostMapping({"/v1/key/public/save", "/v1/key/save"})
    Envelope save(ApiBody body) {
        ObjectNode sent = body.with("party_id", "key");
        long party = party(sent);
        if (party == ownPartyId || party == 0) {
            throw ApiException.soft(
                    Retcode.OPERATING_ERROR,
                    "FFB-5217 party %d is this site itself: its key is read from fate.authentication.site.private-key, and"
                                    .formatted(party)
                            + " nobody else's may stand for it");
        }
        boolean fresh = Boolean.TRUE.equals(transaction.execute(status -> {
            boolean isNew = save(party, ApiBody.text(sent, "key"));
            write(AuditAction.SITE_KEY_SAVE, party, AuditOutcome.DONE);
            return isNew;
        }));
        return Envelope.of(fresh ? "save success" : "update success");
    }

    private boolean save(long party, String pem) {
        try {
            return keys.save(party, pem);
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(
                    Retcode.EXCEPTION_ERROR,
                    "FFB-6103 the key of party %d is no RSA public key as PEM (-----BEGIN PUBLIC KEY-----)"
                            .formatted(party));
        }
    }

    /** This site's own key is read from its private one. A key that is not there is no data. */
    @PostMapping("/v1/key/query")
    Envelope query(ApiBody body) {
        ObjectNode sent = body.with("party_id");
        String name = sent.has("key_name") ? ApiBody.text(sent, "key_name") : PUBLIC;
        long party = party(sent);
        Optional<String> pem = name.equals(PUBLIC) ? settings(party).or(() -> keys.pem(party)) : Optional.empty();
        return pem.map(Envelope::of).orElseGet(Envelope::success);
    }

    private Optional<String> settings(long party) {
        Path file = site.publicKeys().get(party);
        if (file != null) {
            return Optional.of(PemKeys.pem(PemKeys.publicKey(file)));
        }
        Path own = site.privateKey();
        return own == null || party != ownPartyId
                ? Optional.empty()
                : PemKeys.publicHalf(PemKeys.privateKey(own)).map(PemKeys::pem);
    }

    @PostMapping({"/v1/key/public/delete", "/v1/key/delete"})
    Envelope delete(ApiBody body) {
        long party = party(body.with("party_id"));
        transaction.executeWithoutResult(status -> {
            boolean was = keys.delete(party);
            write(AuditAction.SITE_KEY_DELETE, party, was ? AuditOutcome.DONE : AuditOutcome.NOTHING_TO_DO);
        });
        return Envelope.success();
    }

    private void write(AuditAction action, long party, AuditOutcome outcome) {
        audit.write(AuditEntry.done(action).ended(outcome).with("party_id", party));
    }

    private static long party(ObjectNode sent) {
        try {
            return Long.parseLong(ApiBody.text(sent, "party_id"));
        } catch (NumberFormatException e) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, "party_id must be a number");
        }
    }
}
