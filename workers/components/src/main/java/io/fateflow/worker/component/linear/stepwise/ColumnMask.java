package io.fateflow.worker.component.linear.stepwise;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which columns are in a model.
 *
 * @param digits 1 for a column that is, 0 for one that is not: the host's, then the guest's, as FATE writes it
 * @param hostColumns how many columns the host has
 */
public record ColumnMask(String digits, int hostColumns) {

    public ColumnMask {
        if (!digits.matches("[01]*") || hostColumns < 0 || hostColumns > digits.length()) {
            throw new IllegalArgumentException(
                    "no choice of columns: " + digits + " with " + hostColumns + " of a host");
        }
    }

    public static ColumnMask all(int hostColumns, int guestColumns) {
        return new ColumnMask("1".repeat(hostColumns + guestColumns), hostColumns);
    }

    public static ColumnMask none(int hostColumns, int guestColumns) {
        return new ColumnMask("0".repeat(hostColumns + guestColumns), hostColumns);
    }

    public int count() {
        return (int) digits.chars().filter(digit -> digit == '1').count();
    }

    public boolean isEmpty() {
        return count() == 0;
    }

    public boolean isFull() {
        return count() == digits.length();
    }

    /** Of the host's columns alone. */
    public ColumnMask host() {
        return new ColumnMask(digits.substring(0, hostColumns), hostColumns);
    }

    /** Of the guest's columns alone. */
    public ColumnMask guest() {
        return new ColumnMask(digits.substring(hostColumns), 0);
    }

    /** The columns that are in, or those that are not, of as many as there are digits. */
    public List<String> columns(List<String> header, boolean in) {
        return IntStream.range(0, digits.length())
                .filter(column -> has(column) == in)
                .mapToObj(header::get)
                .toList();
    }

    public boolean has(int column) {
        return digits.charAt(column) == '1';
    }

    /** With a column less, in FATE's order; the last one of a party stays, for without any it could not take part. */
    public List<ColumnMask> withOneLess() {
        List<ColumnMask> less = new ArrayList<>();
        for (int column = 0; column < digits.length(); column++) {
            ColumnMask own = column < hostColumns ? host() : guest();
            if (has(column) && own.count() > 1) {
                less.add(changed(column, '0'));
            }
        }
        return less;
    }

    /** With a column more, in FATE's order; with one of each party if there is none yet. */
    public List<ColumnMask> withOneMore() {
        List<ColumnMask> more = new ArrayList<>();
        for (int column = 0; column < digits.length(); column++) {
            if (!has(column)) {
                more.add(changed(column, '1'));
            }
        }
        return isEmpty() ? pairs(more) : more;
    }

    private List<ColumnMask> pairs(List<ColumnMask> single) {
        List<ColumnMask> pairs = new ArrayList<>();
        for (ColumnMask ofHost : single.subList(0, hostColumns)) {
            for (ColumnMask ofGuest : single.subList(hostColumns, single.size())) {
                pairs.add(
                        new ColumnMask(ofHost.host().digits() + ofGuest.guest().digits(), hostColumns));
            }
        }
        return pairs;
    }

    private ColumnMask changed(int column, char digit) {
        return new ColumnMask(digits.substring(0, column) + digit + digits.substring(column + 1), hostColumns);
    }
}
