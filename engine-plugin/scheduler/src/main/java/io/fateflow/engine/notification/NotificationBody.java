package io.fateflow.engine.notification;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

/** What is sent, as JSON of {@code docs/notifications.md}: the job's summary, and nothing of its data. */
final class NotificationBody {

    /** Of a text; all of them together stay far below what any receiver takes. */
    private static final int LONGEST = 1000;

    private static final int MOST_ROLES_CHARACTERS = 20_000;

    private static final String REMEDY = "What to do: ";
    private static final String LAST_LINES = "Its last lines:";
    private static final Pattern ERROR_ID = Pattern.compile("FFB-[0-9]{4}");

    private NotificationBody() {}

    static String of(String id, NotifiedEvent event, long now, JobFacts.Job job, @Nullable URI publicUrl) {
        ObjectNode body = head(id, event, now);
        body.put("site", job.party().partyId());
        ObjectNode told = body.putObject("job");
        told.put("job_id", job.jobId())
                .put("name", shortened(job.name()))
                .put("status", job.status())
                .put("role", job.party().role())
                .put("party_id", job.party().partyId());
        party(told.putObject("initiator"), job.initiator());
        if (job.roles().toString().length() <= MOST_ROLES_CHARACTERS) {
            told.set("roles", job.roles());
        }
        told.put("model_id", shortened(job.modelId()))
                .put("model_version", shortened(job.modelVersion()))
                .put("progress", job.progress())
                .put("submitted", job.submitted())
                .put("started", job.started())
                .put("ended", job.ended())
                .put("elapsed", job.elapsed());
        if (publicUrl != null) {
            body.put("link", link(publicUrl, event == NotifiedEvent.CONSENT ? "/consents" : "/jobs/" + job.jobId()));
        }
        reason(event, job).ifPresent(reason -> body.set("reason", reason));
        return Json.write(body);
    }

    /** What somebody sends who tries a receiver. */
    static String test(String id, long now) {
        return Json.write(head(id, NotifiedEvent.TEST, now));
    }

    private static ObjectNode head(String id, NotifiedEvent event, long now) {
        return Json.object()
                .put("event", event.wire())
                .put("id", id)
                .put("time", now)
                .put("time_iso", Instant.ofEpochMilli(now).toString());
    }

    static String link(URI publicUrl, String page) {
        String base = publicUrl.toString();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + page;
    }

    private static Optional<ObjectNode> reason(NotifiedEvent event, JobFacts.Job job) {
        if (event == NotifiedEvent.WAITING || event == NotifiedEvent.CONSENT) {
            ObjectNode reason = Json.object().put("message", shortened(String.valueOf(job.waitReason())));
            return Optional.of(reason.put("since", job.waitSince()));
        }
        JobFacts.Culprit culprit = job.culprit();
        String report = job.errorReport();
        if (event == NotifiedEvent.SUCCESS || (report.isEmpty() && culprit == null)) {
            return Optional.empty();
        }
        ObjectNode reason = Json.object();
        if (culprit != null) {
            reason.put("component", culprit.component());
            party(reason, culprit.party());
        }
        String text = withoutLog(report.isEmpty() && culprit != null ? culprit.report() : report);
        reason.put("message", shortened(lines(text, false)));
        Matcher id = ERROR_ID.matcher(text);
        if (id.find()) {
            reason.put("error_id", id.group());
        }
        String remedy = lines(text, true);
        if (!remedy.isEmpty()) {
            reason.put("remedy", shortened(remedy));
        }
        return Optional.of(reason);
    }

    /** A component's last lines are its party's own. */
    private static String withoutLog(String text) {
        int log = text.indexOf(LAST_LINES);
        return log < 0 ? text : text.substring(0, log);
    }

    /** What to do, or all that comes before it. */
    private static String lines(String text, boolean remedy) {
        int from = text.indexOf(REMEDY);
        String part = remedy
                ? (from < 0 ? "" : text.substring(from + REMEDY.length()))
                : (from < 0 ? text : text.substring(0, from));
        return part.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(remedy ? 1 : 5)
                .collect(Collectors.joining(" "));
    }

    private static void party(ObjectNode node, Party party) {
        node.put("role", party.role()).put("party_id", party.partyId());
    }

    static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
