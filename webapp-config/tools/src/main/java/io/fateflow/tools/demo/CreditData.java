package io.fateflow.tools.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A lender and a bank with common customers, made up, the same for the same seed. Whether somebody defaults depends on
 * what the lender knows and on what the bank knows, through a logistic function with known effects. Features are
 * standardised, and correlate a little through a common cause.
 *
 * @param guest the lender's customers, in its order
 * @param host the bank's customers, in its order
 */
record CreditData(List<Person> guest, List<Person> host) {

    private static final int PEOPLE = 4000;
    private static final int EACH = 3000;
    private static final double COMMON_CAUSE = 0.3;
    private static final double BASE = -1.3;
    private static final double DECIMALS = 1e6;

    private static final List<Feature> GUEST = List.of(
            new Feature("age", -0.35),
            new Feature("income", -0.6),
            new Feature("years_employed", -0.3),
            new Feature("debt_ratio", 0.5),
            new Feature("utilisation", 0.6),
            new Feature("late_payments", 0.7),
            new Feature("inquiries", 0.4),
            new Feature("loan_amount", 0.3),
            new Feature("accounts", 0),
            new Feature("dependants", 0));
    private static final List<Feature> HOST = List.of(
            new Feature("balance", -0.7),
            new Feature("salary_deposits", -0.6),
            new Feature("overdrafts", 0.8),
            new Feature("card_spend", 0.3),
            new Feature("transfers", 0),
            new Feature("call_minutes", -0.2),
            new Feature("data_usage", 0),
            new Feature("top_up_gaps", 0.7),
            new Feature("night_calls", 0.4),
            new Feature("tenure", -0.5));

    /**
     * A column.
     *
     * @param effect on the log odds of a default, for one standard deviation
     */
    private record Feature(String name, double effect) {}

    /**
     * A customer of either.
     *
     * @param risk the true probability of a default
     */
    record Person(String id, List<Double> lent, List<Double> banked, double risk, boolean defaulted) {}

    static CreditData generate(long seed) {
        Random random = new Random(seed);
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
            people.add(person(String.format(Locale.ROOT, "c%05d", i), random));
        }
        List<Person> guest = new ArrayList<>(people.subList(0, EACH));
        List<Person> host = new ArrayList<>(people.subList(PEOPLE - EACH, PEOPLE));
        Collections.shuffle(guest, random);
        Collections.shuffle(host, random);
        return new CreditData(guest, host);
    }

    static List<String> guestColumns() {
        return GUEST.stream().map(Feature::name).toList();
    }

    static List<String> hostColumns() {
        return HOST.stream().map(Feature::name).toList();
    }

    String guestCsv() {
        return csv("id,y,", guestColumns(), guest, person -> (person.defaulted() ? "1," : "0,") + join(person.lent()));
    }

    String hostCsv() {
        return csv("id,", hostColumns(), host, person -> join(person.banked()));
    }

    /** Who is a customer of both, in the lender's order. */
    List<Person> common() {
        List<String> ids = host.stream().map(Person::id).sorted().toList();
        return guest.stream()
                .filter(person -> Collections.binarySearch(ids, person.id()) >= 0)
                .toList();
    }

    private static Person person(String id, Random random) {
        double cause = random.nextGaussian();
        List<Double> lent = values(GUEST.size(), cause, random);
        List<Double> banked = values(HOST.size(), cause, random);
        double logOdds = BASE + effect(GUEST, lent) + effect(HOST, banked);
        double risk = 1 / (1 + Math.exp(-logOdds));
        return new Person(id, lent, banked, risk, random.nextDouble() < risk);
    }

    /** What the file will say, so that who computes with these numbers computes with the file's. */
    private static List<Double> values(int count, double cause, Random random) {
        return IntStream.range(0, count)
                .mapToDouble(
                        i -> COMMON_CAUSE * cause + Math.sqrt(1 - COMMON_CAUSE * COMMON_CAUSE) * random.nextGaussian())
                .mapToObj(value -> Math.rint(value * DECIMALS) / DECIMALS)
                .toList();
    }

    private static double effect(List<Feature> features, List<Double> values) {
        return IntStream.range(0, values.size())
                .mapToDouble(i -> features.get(i).effect() * values.get(i))
                .sum();
    }

    private static String csv(String head, List<String> columns, List<Person> people, Function<Person, String> row) {
        StringBuilder csv = new StringBuilder(head).append(String.join(",", columns));
        people.forEach(
                person -> csv.append('\n').append(person.id()).append(',').append(row.apply(person)));
        return csv.append('\n').toString();
    }

    private static String join(List<Double> values) {
        return String.join(
                ",",
                values.stream()
                        .map(value -> String.format(Locale.ROOT, "%.6f", value))
                        .toList());
    }
}
