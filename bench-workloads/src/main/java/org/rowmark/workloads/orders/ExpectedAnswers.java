package org.rowmark.workloads.orders;

import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The answers of the queries, computed from the generated rows without a database: the reference for all databases. */
final class ExpectedAnswers {
    private final OrderData data;

    ExpectedAnswers(OrderData data) {
        this.data = data;
    }

    /** Returns the numbers of each query, in the order of {@link OrderQuery#all}. */
    List<List<Long>> all() {
        List<Long> selected = selectedLines();
        return List.of(scan(), range(), points(), join(), joinOfFour(), selected, selected, sort());
    }

    private List<Long> scan() {
        return List.of(
                data.lines(),
                lines().map(data::quantity).sum(),
                lines().map(line -> data.price(line) * data.quantity(line) * (100 - data.discount(line)))
                        .sum(),
                lines().map(data::price).max().orElseThrow());
    }

    private List<Long> range() {
        return List.of(
                orders().filter(this::isInRange).count(),
                orders().filter(this::isInRange).map(data::total).sum(),
                orders().filter(this::isInRange).min().orElse(0));
    }

    private List<Long> points() {
        List<Long> points = OrderQuery.keys(data);
        return List.of(
                (long) points.size(),
                points.stream().mapToLong(data::price).sum(),
                points.stream().mapToLong(data::quantity).sum());
    }

    private List<Long> join() {
        LongPredicate isJoined = order ->
                isInRange(order) && data.country(data.customerOf(order)).equals(OrderQuery.COUNTRY);
        return List.of(
                orders().filter(isJoined).count(),
                orders().filter(isJoined).map(data::total).sum(),
                orders().filter(isJoined)
                        .map(data::customerOf)
                        .map(data::balance)
                        .sum());
    }

    private List<Long> joinOfFour() {
        LongSummaryStatistics revenues = LongStream.rangeClosed(1, OrderQuery.lastGroupedLine(data))
                .boxed()
                .collect(Collectors.groupingBy(
                        line -> List.of(
                                data.country(data.customerOf(data.orderOf(line))), data.category(data.productOf(line))),
                        Collectors.summingLong(line -> data.price(line) * data.quantity(line))))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .summaryStatistics();
        return List.of(revenues.getCount(), revenues.getSum(), revenues.getMin(), revenues.getMax());
    }

    private List<Long> selectedLines() {
        LongPredicate isSelected = line ->
                data.priority(data.orderOf(line)) == OrderQuery.PRIORITY || data.discount(line) == OrderQuery.DISCOUNT;
        return List.of(
                lines().filter(isSelected).count(),
                lines().filter(isSelected).sum(),
                lines().filter(isSelected).map(data::price).sum());
    }

    /** Sorts numbers that are in the order of the rows: the total, descending, and then the key. */
    private List<Long> sort() {
        long stride = data.orders() + 1;
        LongUnaryOperator rank = order -> -data.total(order) * stride + order;
        long[] ranks = orders().map(rank).toArray();
        Arrays.parallelSort(ranks);
        long[] first = Arrays.copyOf(ranks, Math.toIntExact(OrderQuery.sortedOrders(data)));
        return List.of(
                (long) first.length,
                Arrays.stream(first).map(each -> Math.floorMod(each, stride)).sum(),
                Arrays.stream(first).map(each -> -Math.floorDiv(each, stride)).sum(),
                Arrays.stream(first)
                        .map(each -> -Math.floorDiv(each, stride))
                        .min()
                        .orElse(0));
    }

    private boolean isInRange(long order) {
        int day = data.day(order);
        return OrderQuery.FIRST_DAY <= day && day <= OrderQuery.LAST_DAY;
    }

    private LongStream orders() {
        return LongStream.rangeClosed(1, data.orders()).parallel();
    }

    private LongStream lines() {
        return LongStream.rangeClosed(1, data.lines()).parallel();
    }
}
