package io.fateflow.operations.query;

import org.jspecify.annotations.Nullable;

/**
 * The order that a client asked for.
 *
 * @param column a column's name on the wire; a name that is no column is an error
 */
public record Order(String column, boolean descending) {

    /** Of parties: guests before hosts before arbiters. */
    static String byParty(String alias) {
        return """
                case %1$s.role when 'guest' then 0 when 'host' then 1 when 'arbiter' then 2 else 3 end, %1$s.party_id""".formatted(alias);
    }

    /** The order rows were made in. */
    static String sql(@Nullable Order order, RowShape shape, String natural) {
        if (order == null) {
            return " order by " + natural;
        }
        String column = shape.filter(order.column())
                .map(Column::sql)
                .orElseThrow(() -> new IllegalArgumentException("There is no column " + order.column()));
        return " order by " + column + (order.descending() ? " desc, " : " asc, ") + natural;
    }
}
