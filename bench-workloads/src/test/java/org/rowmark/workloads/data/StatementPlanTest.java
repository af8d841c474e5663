package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementPlanTest {
    @Test
    void estimates_and_bytes_do_not_make_another_plan_but_names_do() {
        String plan =
                "Index Scan using places_1 on t.2 (cost=0.14..8.16 rows=1)\n  Cond: (s && '" + "0A".repeat(40) + "')";
        String other =
                "Index Scan using places_1 on t.2 (cost=0.14..17.2 rows=44)\n  Cond: (s && '" + "0B".repeat(40) + "')";

        assertThat(StatementPlan.shape(plan)).isEqualTo(StatementPlan.shape(other));
        assertThat(StatementPlan.shape(plan)).isNotEqualTo(StatementPlan.shape(plan.replace("places_1", "places_2")));
        assertThat(StatementPlan.shape(plan)).isNotEqualTo(StatementPlan.shape(plan.replace("t.2", "t.3")));
    }
}
