package io.fateflow.dsl;

import java.util.List;
import java.util.Optional;

import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.problem.Place;

/**
 * A component as far as it could be read.
 *
 * @param name its name
 * @param place where it is
 * @param moduleName the module as written; empty if that is missing
 * @param module the module; empty if there is none of that name
 * @param outputs what it declares
 * @param inputs what it takes, in the order of the DSL
 */
record DeclaredComponent(
        String name,
        Place place,
        String moduleName,
        Optional<FateModule> module,
        Outputs outputs,
        List<InputReference> inputs) {}
