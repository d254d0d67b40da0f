package io.fateflow.webapp.account;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.account.SecondFactors;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.Logins;

/** {@code account/second_factor/…}: whose there are, for whoever looks after accounts. FATE Flow has no such calls. */
@Controller
class SecondFactorController {

    private final SecondFactors factors;
    private final Logins logins;
    private final AuditLog audit;
    private final WireJson json;

    SecondFactorController(SecondFactors factors, Logins logins, AuditLog audit, WireJson json) {
        this.factors = factors;
        this.logins = logins;
        this.audit = audit;
        this.json = json;
    }

    @PostMapping("/v1/account/second_factor/query")
    Envelope query(ApiBody body) {
        body.orEmpty();
        return Envelope.of(all());
    }

    /** Of the owners of this server only they themselves do: else whoever may give them a new password would be one. */
    @PostMapping("/v1/account/second_factor/remove")
    Envelope remove(ApiBody body) {
        String account = ApiBody.text(body.orEmpty(), "account");
        if (isOwner(account) && !isOwner(audit.actor().name())) {
            throw ApiException.http(
                    403,
                    "FFB-5299 The account is in the group %s: its second factor is taken off by a member of that group."
                            .formatted(Role.ALL_ROLES));
        }
        if (!factors.remove(account)) {
            throw ApiException.soft(
                    Retcode.ARGUMENT_ERROR, "FFB-5299 No account of that name has a second factor at this server.");
        }
        return Envelope.of(all());
    }

    private boolean isOwner(String account) {
        return logins.groupsOf(account).contains(Role.ALL_ROLES);
    }

    private ObjectNode all() {
        ObjectNode found = json.object();
        ArrayNode accounts = found.putArray("accounts");
        factors.all().forEach(one -> accounts.addObject()
                .put("account", one.account())
                .put("since", one.since())
                .put("recovery_codes_left", one.recoveryCodesLeft()));
        return found;
    }
}
