package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ChildJvm;
import org.rowmark.util.Await;
import org.rowmark.util.Secret;
import org.rowmark.util.SecretPlaceholders;

class LocalLauncherTest {
    /** A variable that every environment has. */
    private static final String VARIABLE = "PATH";

    @Test
    void clients_do_not_inherit_a_variable_that_a_secret_was_taken_from() throws IOException {
        assertThat(System.getenv()).containsKey(VARIABLE);

        assertThat(ChildJvm.run(WithholdingRun.class, List.of())).isEqualTo("exit code 0, not set");
    }

    /** Takes a secret from the variable, starts a client, and prints how it ended. */
    static final class WithholdingRun {
        private WithholdingRun() {}

        public static void main(String[] arguments) throws IOException {
            new SecretPlaceholders(System::getenv).resolve("", "${env:" + VARIABLE + "}");
            InetSocketAddress nowhere = InetSocketAddress.createUnresolved("localhost", 1);
            try (StartedClients clients =
                    new ClientLauncher.Local(PrintingClient.class.getName()).start(nowhere, Secret.of("token"), 1)) {
                Await.until(
                        () -> clients.ended(1).filter(end -> end.contains(",")).isPresent(),
                        Duration.ofMinutes(1),
                        Duration.ofMillis(10));
                System.out.println(clients.ended(1).orElse("still there"));
            }
        }
    }

    static final class PrintingClient {
        private PrintingClient() {}

        public static void main(String[] arguments) throws IOException {
            System.in.read(); // the token
            System.out.println(System.getenv().getOrDefault(VARIABLE, "not set"));
        }
    }
}
