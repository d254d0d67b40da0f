package io.fateflow.engine.consent;

/** A request with what the policy says to it. */
public record ConsentQuestion(ConsentRequest request, PolicyAnswer answer) {}
