package io.fateflow.webapp;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.NoSuchFileException;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.context.ApplicationContextException;

import static org.assertj.core.api.Assertions.assertThat;

class StartFailureTest {

    private static final String POLICY = "FFB-5141 the policy can't be deployed\nWhat to do: correct the file";

    @Test
    void anErrorWithAnIdIsAllThatIsSaid() {
        Throwable failure = wrapped(new IllegalStateException(POLICY, new IOException("no such file")));

        assertThat(new StartFailure().analyze(failure))
                .extracting(FailureAnalysis::getDescription, FailureAnalysis::getAction)
                .containsExactly(POLICY, null);
        assertThat(StartFailure.of(failure)).hasMessage(POLICY).hasCause(failure);
    }

    @Test
    void theOutermostOfSeveralCounts() {
        assertThat(StartFailure.of(
                        wrapped(new IOException("FFB-5319 the key file: FFB-1", new IOException("FFB-5322 no")))))
                .hasMessage("FFB-5319 the key file: FFB-1");
    }

    @Test
    void aPortThatIsTakenIsNamedThoughTheSystemDoesNot() {
        Throwable failure = new ApplicationContextException(
                "Failed to start bean", new PortInUseException(9380, new BindException("Address already in use")));

        assertThat(StartFailure.of(failure)).hasMessage("Port 9380 is already in use");
        assertThat(new StartFailure().analyze(failure))
                .as("Spring has an analyzer for it")
                .isNull();
    }

    @Test
    void anErrorWithoutWordsSaysWhatItIs() {
        assertThat(StartFailure.of(wrapped(new NullPointerException()))).hasMessage("java.lang.NullPointerException");
    }

    @Test
    void aFileThatIsNotThereIsSaidToBeSo() {
        assertThat(StartFailure.of(wrapped(new NoSuchFileException("/etc/x")))).hasMessage("/etc/x is not there");
    }

    @Test
    void anErrorOfNobodyElseIsItself() {
        assertThat(StartFailure.of(new IllegalStateException("as it is"))).hasMessage("as it is");
    }

    private static Throwable wrapped(Throwable cause) {
        return new ApplicationContextException(
                "Unable to start web server",
                new WebServerException(
                        "Unable to start embedded Tomcat",
                        new BeanCreationException("engine", "FFB-5141 is behind this", cause)));
    }
}
