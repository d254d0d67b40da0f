package io.fateflow.engine.plugin;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.fateflow.engine.plugin.LoginQueue.Place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LoginQueueTest {

    private static final String HERE = "192.0.2.1";
    private static final String THERE = "192.0.2.2";

    private static final int MOST = 16;
    private static final int OF_ONE = 8;

    private final LoginQueue queue = new LoginQueue(MOST);
    private final List<Place> places = new ArrayList<>();

    @Test
    void oneAddressHasHalfOfItForAllItsAccounts() {
        for (int i = 0; i < OF_ONE; i++) {
            enter("account" + i, HERE);
        }

        assertThatThrownBy(() -> enter("one more", HERE))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("from this address");
        enter("one more", THERE);
    }

    @Test
    void oneAccountHasHalfOfItWhereverItsPasswordsComeFrom() {
        for (int i = 0; i < OF_ONE; i++) {
            enter("admin", "198.51.100." + i);
        }

        assertThatThrownBy(() -> enter("admin", THERE)).hasMessageContaining("for this account");
        enter("other", HERE);
    }

    @Test
    void behindLoopbackAccountsAreNotCountedTogetherButForAll() {
        for (int i = 0; i < MOST; i++) {
            enter("account" + i, "127.0.0.1");
        }

        assertThatThrownBy(() -> enter("one more", "127.0.0.1")).hasMessageContaining("of all accounts");
        assertThatThrownBy(() -> enter("one more", HERE)).hasMessageContaining("of all accounts");
    }

    @Test
    void whoLeavesMakesRoom() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < OF_ONE; i++) {
                enter("admin", HERE);
            }
            assertThatThrownBy(() -> enter("admin", HERE)).isInstanceOf(LoginsBusyException.class);
            places.forEach(Place::close);
            places.clear();
        }
    }

    @Test
    void itSaysWhenToComeAgainAndThatOthersAreServed() {
        for (int i = 0; i < OF_ONE; i++) {
            enter("admin", HERE);
        }

        assertThatThrownBy(() -> enter("admin", HERE))
                .isInstanceOfSatisfying(LoginsBusyException.class, e -> assertThat(e.words())
                        .startsWith("FFB-5333 ")
                        .contains("in 5 seconds", "who is logged in already is served"));
    }

    @Test
    void aServerOfFewThreadsHasAPlaceAllTheSame() {
        LoginQueue small = new LoginQueue(1);
        Place only = small.enter("admin", HERE);

        assertThatThrownBy(() -> small.enter("admin", THERE)).isInstanceOf(LoginsBusyException.class);
        only.close();
        small.enter("admin", THERE).close();
    }

    private void enter(String account, String address) {
        places.add(queue.enter(account, address));
    }
}
