package io.fateflow.board.site;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.operations.query.SiteCallQueries;

/** What this site, as a job's initiator, asks of others: what is under way, and what was refused or not answered lately. */
@RestController
class SiteCallController {

    private final SiteCallQueries calls;

    SiteCallController(SiteCallQueries calls) {
        this.calls = calls;
    }

    record Answer(
            List<SiteCallQueries.Call> underWay,
            List<SiteCallQueries.Call> failures,
            List<SiteCallQueries.Slow> slow) {}

    @GetMapping("/board/api/sites/calls")
    Answer calls() {
        return new Answer(calls.underWay(), calls.failures(), calls.slow());
    }
}
