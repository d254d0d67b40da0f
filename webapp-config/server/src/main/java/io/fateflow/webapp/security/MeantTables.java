package io.fateflow.webapp.security;

import java.util.Collection;
import java.util.List;

import io.fateflow.operations.query.TableQueries;

/** Knows which tables some texts could mean, and of which projects they are. */
@FunctionalInterface
public interface MeantTables {

    /** Those whose namespace and name are both among the texts. */
    List<TableQueries.Owned> of(Collection<String> texts);
}
