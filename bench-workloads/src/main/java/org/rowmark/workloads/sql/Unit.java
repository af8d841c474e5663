package org.rowmark.workloads.sql;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.sql.SqlStatement.Control;

/**
 * Steps that are repeated together: those of a transaction, or one outside of transactions.
 *
 * @param end of the transaction; {@link Control#NONE} outside of one
 */
record Unit<S>(List<S> steps, Control end) {

    /** Returns one of all steps, in a transaction or not. */
    static <S> Unit<S> all(List<S> steps, boolean isTransaction) {
        return new Unit<>(steps, isTransaction ? Control.COMMIT : Control.NONE);
    }

    /** Returns those of a file that {@link #requireWhole} has accepted. */
    static <S> List<Unit<S>> of(List<S> steps, Function<S, Control> control) {
        List<Unit<S>> units = new ArrayList<>();
        List<S> open = null;
        for (S step : steps) {
            Control of = control.apply(step);
            if (of == Control.BEGIN) {
                open = new ArrayList<>();
            } else if (of != Control.NONE) {
                units.add(new Unit<>(List.copyOf(open), of));
                open = null;
            } else if (open == null) {
                units.add(new Unit<>(List.of(step), Control.NONE));
            } else {
                open.add(step);
            }
        }
        return units;
    }

    /** @throws UsageException naming a begin without an end, or an end without a begin */
    static void requireWhole(List<SqlStatement> statements) {
        SqlStatement open = null;
        for (SqlStatement statement : statements) {
            Control control = statement.control();
            boolean isBegin = control == Control.BEGIN;
            if (isBegin ? open != null : control != Control.NONE && open == null) {
                throw new UsageException(statement.place() + ": " + statement.text()
                        + (isBegin ? " in a transaction that has not ended" : " without a begin before it"));
            }
            open = isBegin ? statement : control == Control.NONE ? open : null;
        }
        if (open != null) {
            throw new UsageException(open.place() + ": " + open.text() + " without a commit or rollback after it");
        }
    }

    /** Returns rules by which commits are statements of a file. */
    static Set<LexicalRule> rules(Set<LexicalRule> ofProduct) {
        Set<LexicalRule> rules = EnumSet.noneOf(LexicalRule.class);
        rules.addAll(ofProduct);
        rules.remove(LexicalRule.NO_COMMITS);
        return rules;
    }
}
