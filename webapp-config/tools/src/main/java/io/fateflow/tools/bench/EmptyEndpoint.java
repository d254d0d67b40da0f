package io.fateflow.tools.bench;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Answers what costs nothing, on the way that all calls go: what the others are measured next to. */
@RestController
class EmptyEndpoint {

    static final String PATH = "/v1/bench/nothing";

    @PostMapping(PATH)
    String nothing(@RequestBody(required = false) String body) {
        return "{}";
    }
}
