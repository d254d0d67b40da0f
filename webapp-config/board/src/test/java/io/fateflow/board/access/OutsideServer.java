package io.fateflow.board.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.ServerTest;

/** A server whose accounts are those of a directory and of an issuer, besides its own; one for all the tests that say so. */
@ServerTest
@Tag(ServerTest.SERVER)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ContextConfiguration(initializers = Outside.class)
@TestPropertySource(properties = {ServerTest.SECOND_ENGINE, "fate.access.roles=true"})
@interface OutsideServer {}
