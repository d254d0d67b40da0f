package io.fateflow.board.site;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.access.Rights;
import io.fateflow.webapp.security.WebUser.Right;

/** What this server has measured lately. */
@RestController
class HealthController {

    private final HealthHistory history;

    HealthController(HealthHistory history) {
        this.history = history;
    }

    @GetMapping("/board/api/health/history")
    HealthHistory.Answer history(HttpServletRequest request) {
        Rights.demand(request, Right.MONITOR);
        return history.answer();
    }
}
