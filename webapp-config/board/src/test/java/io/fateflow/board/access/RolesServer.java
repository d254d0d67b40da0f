package io.fateflow.board.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.ServerTest;

/** A server that goes by roles; one for all the tests that say so. */
@ServerTest
@Tag(ServerTest.SERVER)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import({RoleAccounts.class, RoleCalls.class})
@TestPropertySource(
        properties = {
            ServerTest.SECOND_ENGINE,
            "fate.access.roles=true",
            "fate.access.keys[0].app-key=key-viewer",
            "fate.access.keys[0].account=viewer",
            "fate.access.keys[0].secret=secret-of-viewer",
            "fate.access.keys[1].app-key=key-submitter",
            "fate.access.keys[1].account=submitter",
            "fate.access.keys[1].secret=secret-of-submitter",
            "fate.access.keys[2].app-key=key-operator",
            "fate.access.keys[2].account=operator",
            "fate.access.keys[2].secret=secret-of-operator",
            "fate.access.keys[3].app-key=key-dataowner",
            "fate.access.keys[3].account=dataowner",
            "fate.access.keys[3].secret=secret-of-dataowner",
            "fate.access.keys[4].app-key=key-auditor",
            "fate.access.keys[4].account=auditor",
            "fate.access.keys[4].secret=secret-of-auditor",
            "fate.access.keys[5].app-key=key-administrator",
            "fate.access.keys[5].account=administrator",
            "fate.access.keys[5].secret=secret-of-administrator",
            "fate.access.keys[6].app-key=key-worker",
            "fate.access.keys[6].account=worker",
            "fate.access.keys[6].secret=secret-of-worker",
            "fate.access.keys[7].app-key=key-platform",
            "fate.access.keys[7].account=platform",
            "fate.access.keys[7].secret=secret-of-platform",
            "fate.access.keys[8].app-key=key-monitor",
            "fate.access.keys[8].account=monitor",
            "fate.access.keys[8].secret=secret-of-monitor",
            "fate.access.keys[9].app-key=key-nobody",
            "fate.access.keys[9].account=nobody",
            "fate.access.keys[9].secret=secret-of-nobody",
            "fate.access.keys[10].app-key=key-creditviewer",
            "fate.access.keys[10].account=creditviewer",
            "fate.access.keys[10].secret=secret-of-creditviewer",
            "fate.access.keys[11].app-key=key-creditsubmitter",
            "fate.access.keys[11].account=creditsubmitter",
            "fate.access.keys[11].secret=secret-of-creditsubmitter",
            "fate.access.keys[12].app-key=key-creditoperator",
            "fate.access.keys[12].account=creditoperator",
            "fate.access.keys[12].secret=secret-of-creditoperator",
            "fate.access.keys[13].app-key=key-creditowner",
            "fate.access.keys[13].account=creditowner",
            "fate.access.keys[13].secret=secret-of-creditowner",
            "fate.access.keys[14].app-key=key-two",
            "fate.access.keys[14].account=two",
            "fate.access.keys[14].secret=secret-of-two",
            "fate.access.projects[0].name=credit",
            "fate.access.projects[1].name=fraud",
            "fate.authentication.client.switch=true",
            "fate.authentication.client.http-app-key=key-client",
            "fate.authentication.client.http-secret-key=secret-of-client",
            "fate.access.client-roles=viewer"
        })
@interface RolesServer {}
