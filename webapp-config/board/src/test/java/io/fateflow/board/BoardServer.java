package io.fateflow.board;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;

import io.fateflow.webapp.FateFlowApplication;

/** The server that tests of the board find: the whole one, with the board on its class path. */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import(FateFlowApplication.class)
class BoardServer {}
