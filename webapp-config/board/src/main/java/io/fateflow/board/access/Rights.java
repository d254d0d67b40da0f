package io.fateflow.board.access;

import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;

import io.fateflow.board.answer.BoardException;
import io.fateflow.webapp.security.BoardUser;
import io.fateflow.webapp.security.WebUser;
import io.fateflow.webapp.security.WebUser.Right;

/** Asks for more than the sight of the board. */
public final class Rights {

    private Rights() {}

    /**
     * At a site that goes by roles the call has been looked at already, by itself.
     *
     * @throws BoardException if the account of a request's session may not
     */
    public static WebUser demand(HttpServletRequest request, Right right) {
        WebUser user = BoardUser.of(request);
        if (!BoardUser.isLetInByRoles(request) && !user.may(right)) {
            throw new BoardException(
                    403,
                    "FFB-5402",
                    "The account " + user.id() + " may not do this: it has not the right to "
                            + right.name().toLowerCase(Locale.ROOT) + ".",
                    "An administrator gives it at /camunda/app/admin; docs/board.md says which authorization it is.");
        }
        return user;
    }
}
