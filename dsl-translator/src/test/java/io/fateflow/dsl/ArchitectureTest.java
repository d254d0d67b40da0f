package io.fateflow.dsl;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.fateflow", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule usesNoSpringNoEngineNoDatabase = noClasses()
            .that()
            .resideInAPackage("io.fateflow.dsl..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.camunda..", "java.sql..", "javax.sql..");

    @ArchTest
    static final ArchRule knowsNobody = classes()
            .that()
            .resideInAPackage("io.fateflow.dsl..")
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages("io.fateflow.engine..", "io.fateflow.worker..", "io.fateflow.webapp..");

    @ArchTest
    static final ArchRule hasNoPackageCycles = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(com.tngtech.archunit.core.domain.JavaClass type) {
                    return type.getPackageName().startsWith("io.fateflow.dsl")
                            ? SliceIdentifier.of(type.getPackageName())
                            : SliceIdentifier.ignore();
                }

                @Override
                public String getDescription() {
                    return "packages";
                }
            })
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule keepsLayoutAndCommandLineInTheirPackages = noClasses()
            .that()
            .resideOutsideOfPackages("io.fateflow.dsl.bpmn", "io.fateflow.dsl.cli")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eclipse..", "picocli..", "javax.xml..");
}
