package io.fateflow.board.access;

import java.io.IOException;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

import io.fateflow.board.answer.BoardException;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.WebUser.Right;

/**
 * FATE Flow's calls in the name of who is logged in: pages get what its clients get, from the same parts, and no more. A
 * browser can neither sign as those clients do nor send a body with a GET.
 */
@Controller
class ApiController {

    /** Downloads, and the method that FATE Flow has for each. */
    private static final Map<String, HttpMethod> DOWNLOADS = Map.of(
            "table/download", HttpMethod.GET,
            "tracking/component/output/data/download", HttpMethod.GET,
            "job/log/download", HttpMethod.POST);

    private final WireJson json;

    ApiController(WireJson json) {
        this.json = json;
    }

    @RequestMapping(
            path = "/board/v1/{*path}",
            method = {RequestMethod.GET, RequestMethod.POST})
    void call(@PathVariable String path, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String call = path.substring(1);
        Right right = ApiCalls.right(request.getMethod(), call).orElseThrow(ApiController::unknown);
        Rights.demand(request, right);
        request.getRequestDispatcher("/v1/" + call).forward(request, response);
    }

    /** The same, with the parameters of the address as the body. */
    @GetMapping("/board/api/download/{*path}")
    void download(
            @PathVariable String path,
            @RequestParam Map<String, String> parameters,
            HttpServletRequest request,
            HttpServletResponse response)
            throws ServletException, IOException {
        HttpMethod method = DOWNLOADS.get(path.substring(1));
        if (method == null) {
            throw unknown();
        }
        Rights.demand(request, Right.READ);
        byte[] body = json.bytes(json.tree(parameters));
        request.getRequestDispatcher("/v1" + path).forward(new WithBody(request, method, body), response);
    }

    private static BoardException unknown() {
        return new BoardException(404, "FFB-5410", "No page makes this call.", "Use FATE Flow's API at /v1.");
    }
}
