package io.fateflow.board.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.board.answer.BoardException;
import io.fateflow.operations.query.JobSearch;
import io.fateflow.operations.query.JobSearch.Filter;
import io.fateflow.operations.query.JobSearch.Place;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.CutToOwn;

/** Pages of jobs. */
@RestController
class JobListController {

    private static final int MOST = 100;

    private final JobSearch jobs;
    private final List<String> projects;

    JobListController(JobSearch jobs, AccessProperties access) {
        this.jobs = jobs;
        this.projects = access.ofProjects().names().stream().sorted().toList();
    }

    /**
     * A page.
     *
     * @param more whether there are more than were counted
     * @param projects those that the list may be narrowed to; none where the site has none
     */
    record Answer(JobSearch.Jobs page, int count, boolean more, Map<String, Long> open, List<String> projects) {}

    /**
     * A page.
     *
     * @param behind only jobs older than this one, given as its time and id
     * @param before only jobs newer than this one
     */
    @CutToOwn
    @GetMapping("/board/api/jobs")
    Answer jobs(
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") List<String> status,
            @RequestParam(defaultValue = "") String party,
            @RequestParam(defaultValue = "false") boolean uploads,
            @RequestParam(defaultValue = "") String project,
            @RequestParam(defaultValue = "") String behind,
            @RequestParam(defaultValue = "") String before,
            @RequestParam(defaultValue = "25") int size,
            VisibleJobs visible) {
        Filter filter = new Filter(q.strip(), status, party.strip(), uploads, project.strip(), visible);
        int rows = Math.max(1, Math.min(size, MOST));
        JobSearch.Jobs page = before.isEmpty()
                ? jobs.newest(filter, place(behind), rows)
                : jobs.before(filter, place(before).orElseThrow(), rows);
        int count = jobs.count(filter);
        boolean more = count > JobSearch.MOST_COUNTED;
        return new Answer(
                page,
                Math.min(count, JobSearch.MOST_COUNTED),
                more,
                jobs.open(visible),
                projects.stream().filter(visible::mayHaveSomeOf).toList());
    }

    private static Optional<Place> place(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.matches("\\d{1,15}-\\d{1,25}")) {
            throw new BoardException(
                    400, "FFB-5411", "The address names no place in the list: " + text, "Begin with the first page.");
        }
        int dash = text.indexOf('-');
        return Optional.of(new Place(Long.parseLong(text.substring(0, dash)), text.substring(dash + 1)));
    }
}
