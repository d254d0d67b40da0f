package io.fateflow.worker.remote;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.LoginRefusedException;
import io.fateflow.worker.retry.Backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LoginTest {

    private static final Backoff NONE = new Backoff(Duration.ofNanos(1), Duration.ofNanos(1));
    private static final Backoff LONG = new Backoff(Duration.ofHours(1), Duration.ofHours(2));

    @Test
    void oneCallTriesAgainAndTheOthersFailAtOnce() {
        Login login = login(LONG, "a");
        login.header();

        LoginRefusedException refused = login.refused("the server answers 401");

        assertThat(refused).hasMessage("FFB-2063 the login of wendy is refused: the server answers 401");
        assertThatThrownBy(login::header).isSameAs(refused);
    }

    @Test
    void whatIsTakenIsUsedOn() {
        Login login = login(NONE, "old", "new");
        String old = login.header();
        login.refused("no");

        String tried = login.header();
        login.taken();

        assertThat(tried).isNotEqualTo(old);
        assertThat(login.header()).isEqualTo(tried);
    }

    @Test
    void aPasswordThatCantBeReadNowIsTheFormerOne() {
        Login login = login(NONE, "old");
        String old = login.header();
        login.refused("no");

        assertThat(login.header()).as("there is no second one").isEqualTo(old);
    }

    private static Login login(Backoff pauses, String... passwords) {
        Deque<String> left = new ArrayDeque<>(List.of(passwords));
        return new Login(() -> new Credentials("wendy", left.remove()), pauses);
    }
}
