package io.fateflow.webapp.camunda;

import java.util.ArrayList;
import java.util.List;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.digest.PasswordManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.security.Logins;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class EngineLoginsTest {

    @Autowired
    private Logins logins;

    @Autowired
    private IdentityService identities;

    @Autowired
    private ProcessEngine engine;

    private final List<Boolean> comparedInATransaction = new ArrayList<>();
    private PasswordManager usual;

    @BeforeEach
    void watchComparing() {
        ProcessEngineConfigurationImpl configuration = configuration();
        usual = configuration.getPasswordManager();
        configuration.setPasswordManager(new PasswordManager(configuration.getPasswordEncryptor(), List.of()) {
            @Override
            public boolean check(String password, String encrypted) {
                comparedInATransaction.add(Context.getCommandContext() != null
                        || TransactionSynchronizationManager.isActualTransactionActive());
                return super.check(password, encrypted);
            }
        });
    }

    @AfterEach
    void watchNoMore() {
        configuration().setPasswordManager(usual);
    }

    private ProcessEngineConfigurationImpl configuration() {
        return (ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration();
    }

    @Test
    void noConnectionWaitsForTheHashOfAPassword() {
        User user = identities.newUser("patient");
        user.setPassword("of-patient");
        identities.saveUser(user);

        assertThat(logins.check("patient", "of-patient", "").groups()).isPresent();
        assertThat(logins.check("patient", "of-another", "").groups()).isEmpty();
        assertThat(logins.check("nobody-at-all", "of-nobody", "").groups()).isEmpty();

        assertThat(comparedInATransaction).containsExactly(false, false, false);
    }
}
