package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** What can be asked of which product, known before anything is started. */
class RestoreParametersTest {
    @Test
    void reads_values_as_users_write_them() {
        assertThat(RestoreParameters.of("gbak-tcp", "inactive", "4096", "default", "4"))
                .isEqualTo(new RestoreParameters("gbak-tcp", false, OptionalInt.of(4096), OptionalInt.empty(), 4));
    }

    @Test
    void every_product_with_backups_has_a_usual_method() {
        RestoreParameters usual = RestoreParameters.of("usual", "active", "default", "default", "1");

        for (String name : Targets.builtIn().names()) {
            Target target = Targets.builtIn().named(name);
            assertThat(usual.obstacle(target)).as(name).isEmpty();
        }
    }

    @Test
    void a_method_of_another_product_is_an_obstacle_that_names_those_there_are() {
        assertThat(RestoreParameters.of("gbak-tcp", "active", "default", "default", "1")
                        .obstacle(target("postgresql")))
                .contains("has no restore method gbak-tcp; it has pg_restore, psql");
    }

    @Test
    void a_method_that_no_product_has_is_a_mistake() {
        RestoreParameters mistyped = RestoreParameters.of("gbak-tpc", "active", "default", "default", "1");

        assertThatThrownBy(() -> mistyped.obstacle(target("firebird")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("gbak-tcp");
    }

    @Test
    void a_value_that_the_method_does_not_take_is_an_obstacle() {
        assertThat(RestoreParameters.of("psql", "inactive", "default", "default", "1")
                        .obstacle(target("postgresql")))
                .contains("restore method psql does not take indexes=inactive");
        assertThat(RestoreParameters.of("pg_restore", "active", "4096", "default", "1")
                        .obstacle(target("postgresql")))
                .contains("restore method pg_restore does not take pageSize");
        assertThat(RestoreParameters.of("gbak-service", "active", "4096", "100", "2")
                        .obstacle(target("firebird")))
                .contains("restore method gbak-service does not take jobs");
    }

    private static Target target(String name) {
        return Targets.builtIn().named(name);
    }
}
