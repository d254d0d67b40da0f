package io.fateflow.webapp;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.fateflow.webapp", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule ONE_PACKAGE_KNOWS_CAMUNDA = noClasses()
            .that()
            .resideOutsideOfPackage("io.fateflow.webapp.camunda..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.camunda..");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.fateflow.webapp.(*)..").should().beFreeOfCycles();
}
