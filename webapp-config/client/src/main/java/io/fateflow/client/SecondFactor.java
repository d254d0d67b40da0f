package io.fateflow.client;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.ServerCalls;
import io.fateflow.client.profile.Login;

/** The second factor of an account, by whoever has its password: it is sent with each call, and nobody is logged in by that. */
public final class SecondFactor {

    private static final String CALLS = "/board/api/login/second-factor/";

    private final ServerCalls calls;
    private final Login login;

    SecondFactor(ServerCalls calls, Login login) {
        this.calls = calls;
        this.login = login;
    }

    /**
     * What an authenticator takes.
     *
     * @param link the same, as an address that authenticators open
     */
    public record Offer(String secret, String link) {

        @Override
        public String toString() {
            return "Offer[]";
        }
    }

    /** Begins to set one up; it counts when it is confirmed. */
    public Offer begin() throws FateFlowException, InterruptedException {
        JsonNode offer = call("begin", "");
        return new Offer(offer.path("secret").asText(), offer.path("link").asText());
    }

    /**
     * Confirms what was begun: from then on it is asked for.
     *
     * @param code the first one of the authenticator
     * @return recovery codes, which are told once
     */
    public List<String> confirm(String code) throws FateFlowException, InterruptedException {
        return codes(call("confirm", code));
    }

    /** Makes other recovery codes in place of those that are left. */
    public List<String> renewRecoveryCodes(String code) throws FateFlowException, InterruptedException {
        return codes(call("recovery-codes", code));
    }

    /**
     * Takes it off.
     *
     * @param code of the authenticator, or a recovery code
     */
    public void remove(String code) throws FateFlowException, InterruptedException {
        call("remove", code);
    }

    private JsonNode call(String name, String code) throws FateFlowException, InterruptedException {
        ObjectNode proof =
                JsonNodeFactory.instance.objectNode().put("user", login.user()).put("password", login.password());
        if (!code.isEmpty()) {
            proof.put("code", code);
        }
        return calls.openly(CALLS + name, proof);
    }

    private static List<String> codes(JsonNode answer) {
        List<String> codes = new ArrayList<>();
        answer.path("recoveryCodes").forEach(code -> codes.add(code.asText()));
        return codes;
    }
}
