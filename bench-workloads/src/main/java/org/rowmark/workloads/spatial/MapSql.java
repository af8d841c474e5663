package org.rowmark.workloads.spatial;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.util.Sql;

/**
 * The translation of queries to a database's SQL. In a query, {@code @area(a.shape)} is a {@link SpatialFunction}, whose
 * arguments may have functions in them, and {@code @areas} the table of a layer.
 *
 * @param isIndexed whether the tables are those with spatial indexes
 */
public record MapSql(SpatialMap map, SpatialSql sql, boolean isIndexed) {
    private static final Pattern NAME = Pattern.compile("@(\\w+)(\\(?)");

    /**
     * Returns why the database cannot answer a query; empty if it can.
     *
     * @param works as in {@link SpatialSql#obstacle}
     */
    Optional<String> obstacle(MapQuery query, Predicate<String> works) {
        Set<SpatialFunction> functions = new LinkedHashSet<>();
        for (String rows : query.rows()) {
            Matcher name = NAME.matcher(rows);
            while (name.find()) {
                if (!name.group(2).isEmpty()) {
                    functions.add(function(name.group(1)));
                }
            }
        }
        return functions.stream()
                .flatMap(function -> sql.obstacle(function, works).stream())
                .findFirst();
    }

    /** Returns the reasons of queries that a server cannot answer, by name; an error of a trial is the lack of what it tries. */
    public Map<String, String> obstacles(List<MapQuery> queries, Connection connection) {
        Map<String, String> obstacles = new LinkedHashMap<>();
        for (MapQuery query : queries) {
            obstacle(query, trial -> works(trial, connection)).ifPresent(reason -> obstacles.put(query.name(), reason));
        }
        return obstacles;
    }

    private static boolean works(String trial, Connection connection) {
        try {
            return Sql.text(connection, trial).equals(Optional.of("1"));
        } catch (SQLException e) {
            return false;
        }
    }

    /** Returns the statements of queries by their names. */
    Map<String, List<String>> statements(List<MapQuery> queries) {
        Map<String, List<String>> statements = new LinkedHashMap<>();
        queries.forEach(query -> statements.put(
                query.name(), query.statements().stream().map(this::translate).toList()));
        return statements;
    }

    String translate(String text) {
        StringBuilder translated = new StringBuilder();
        Matcher name = NAME.matcher(text);
        int from = 0;
        while (name.find(from)) {
            translated.append(text, from, name.start());
            if (name.group(2).isEmpty()) {
                translated.append(map.layer(name.group(1)).table(isIndexed));
                from = name.end();
            } else {
                int end = end(text, name.end());
                translated.append(sql.call(function(name.group(1)), arguments(text.substring(name.end(), end))));
                from = end + 1;
            }
        }
        return translated.append(text, from, text.length()).toString();
    }

    private static SpatialFunction function(String name) {
        return SpatialFunction.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private Object[] arguments(String list) {
        List<String> arguments = new ArrayList<>();
        int from = 0;
        int depth = 0;
        for (int i = 0; i < list.length(); i++) {
            depth += depth(list.charAt(i));
            if (depth == 0 && list.charAt(i) == ',') {
                arguments.add(list.substring(from, i));
                from = i + 1;
            }
        }
        arguments.add(list.substring(from));
        return arguments.stream().map(argument -> translate(argument.strip())).toArray();
    }

    /** Returns the position of the parenthesis that ends the arguments. */
    private static int end(String text, int from) {
        int depth = 1;
        int i = from;
        while (true) {
            depth += depth(text.charAt(i));
            if (depth == 0) {
                return i;
            }
            i++;
        }
    }

    private static int depth(char character) {
        return switch (character) {
            case '(' -> 1;
            case ')' -> -1;
            default -> 0;
        };
    }
}
