package io.fateflow.webapp.home;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

import io.fateflow.worker.process.HostName;

import static org.assertj.core.api.Assertions.assertThat;

class OwnAddressTest {

    private final MockEnvironment environment = new MockEnvironment();

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "127.0.0.2, 127.0.0.2",
        "localhost, 127.0.0.1",
        "::1, [0:0:0:0:0:0:0:1]",
        "0.0.0.0, 127.0.0.1",
        "::, 127.0.0.1",
        "'', 127.0.0.1",
        "192.0.2.7, 192.0.2.7",
        "2001:db8::7, [2001:db8:0:0:0:0:0:7]"
    })
    void whoIsOnThisMachineCallsWhatItListensTo(String configured, String host) {
        environment.setProperty("server.address", configured);

        assertThat(new OwnAddress(environment).here(9380)).hasToString("http://" + host + ":9380");
    }

    @Test
    void whoeverIsOnAnotherMachineCallsItByName() {
        environment.setProperty("server.address", "192.0.2.7");

        assertThat(new OwnAddress(environment).anywhere(9380)).isEqualTo("http://" + HostName.get() + ":9380");
    }

    @Test
    void aServerOfThisMachineAloneIsKnownSo() {
        environment.setProperty("server.address", "127.0.0.1");

        assertThat(new OwnAddress(environment).anywhere(9380)).isEqualTo("http://127.0.0.1:9380");
    }

    @ParameterizedTest
    @CsvSource({
        "server.ssl.bundle, web, true",
        "server.ssl.certificate, /etc/tls.crt, true",
        "server.ssl.key-store, store.p12, true",
        "server.ssl.enabled, false, false",
        "server.port, 9380, false"
    })
    void anySettingOfTlsMeansTlsUnlessItIsSwitchedOff(String setting, String value, boolean tls) {
        environment.setProperty("server.address", "192.0.2.7");
        environment.setProperty(setting, value);

        OwnAddress address = new OwnAddress(environment);

        assertThat(address.hasTls()).isEqualTo(tls);
        assertThat(address.anywhere(1)).startsWith(tls ? "https://" : "http://");
    }
}
