package io.fateflow.webapp.notification;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.notification.NotificationTrials;
import io.fateflow.engine.notification.NotificationTrials.Trial;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/** {@code notification/test}: an administrator tries a receiver. */
@Controller
class NotificationTestController {

    private static final String RECEIVER = "receiver";

    private final NotificationTrials trials;
    private final WireJson json;

    NotificationTestController(NotificationTrials trials, WireJson json) {
        this.trials = trials;
        this.json = json;
    }

    /** Waits for the receiver, for as long as {@code fate.notifications.answer-timeout} says. */
    @PostMapping("/v1/notification/test")
    Envelope test(ApiBody body) {
        String name = ApiBody.text(body.with(RECEIVER), RECEIVER);
        Trial trial = trials.of(name)
                .orElseThrow(() -> ApiException.http(
                        404,
                        "FFB-6342 no receiver of notifications has that name; there are: "
                                + String.join(", ", trials.receivers())));
        return Envelope.of(json.object()
                .put(RECEIVER, name)
                .put("notification", trial.id())
                .put("outcome", trial.delivery().outcome())
                .put("result", trial.delivery().words()));
    }
}
