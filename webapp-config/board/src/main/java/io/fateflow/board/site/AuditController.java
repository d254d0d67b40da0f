package io.fateflow.board.site;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.engine.audit.AuditQueries;
import io.fateflow.engine.audit.AuditRecord;

/** The audit log backwards: the newest is what people look for. */
@RestController
class AuditController {

    private static final int PAGE = 100;

    private final AuditQueries entries;

    AuditController(AuditQueries entries) {
        this.entries = entries;
    }

    /** @param more whether there are older ones behind the last */
    record Answer(List<AuditRecord> entries, boolean more) {}

    /**
     * A page.
     *
     * @param before only entries older than the one of this id
     * @param job of this job; empty for any
     * @param actor of this account; empty for any
     */
    @GetMapping("/board/api/audit")
    Answer audit(
            @RequestParam(defaultValue = "9223372036854775807") long before,
            @RequestParam(defaultValue = "") String job,
            @RequestParam(defaultValue = "") String actor) {
        List<AuditRecord> found = entries.newest(before, job, actor, PAGE + 1);
        boolean more = found.size() > PAGE;
        return new Answer(more ? found.subList(0, PAGE) : found, more);
    }
}
