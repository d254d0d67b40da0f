package io.fateflow.engine.notification.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What belongs to nobody on the internet is not called for a job, however it is written. */
final class PublicAddressesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b::a9fe:a9fe",
                "2002:7f00:1::",
                "2002:c0a8:101::1",
                "2001:db8::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void itIsNot(String address) throws UnknownHostException {
        assertThat(PublicAddresses.contain(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "11.0.0.1",
                "100.128.0.1",
                "172.32.0.1",
                "192.169.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "64:ff9b::808:808",
                "2002:808:808::1"
            })
    void itIs(String address) throws UnknownHostException {
        assertThat(PublicAddresses.contain(InetAddress.getByName(address))).isTrue();
    }
}
