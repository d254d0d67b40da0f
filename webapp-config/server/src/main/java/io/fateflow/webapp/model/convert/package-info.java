/**
 * What components have learned, in other forms: for scikit-learn, LightGBM and PMML, merged of several parties, and with other
 * parties' ids. Knows JSON as FATE shows its messages; nothing of it runs another program.
 */
@NullMarked
package io.fateflow.webapp.model.convert;

import org.jspecify.annotations.NullMarked;
