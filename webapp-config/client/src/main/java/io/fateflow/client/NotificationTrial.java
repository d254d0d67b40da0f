package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What became of a test message to a receiver.
 *
 * @param notification the message's id, which the receiver has seen, too
 * @param outcome {@code delivered}, {@code failed} (it may go better later), {@code refused} or {@code gone}
 * @param result what the receiver has answered, or why it has not
 */
public record NotificationTrial(String receiver, String notification, String outcome, String result) {

    static NotificationTrial of(JsonNode row) {
        return new NotificationTrial(
                row.path("receiver").asText(),
                row.path("notification").asText(),
                row.path("outcome").asText(),
                row.path("result").asText());
    }

    public boolean isDelivered() {
        return outcome.equals("delivered");
    }
}
