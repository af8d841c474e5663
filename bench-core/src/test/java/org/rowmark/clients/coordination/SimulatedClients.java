package org.rowmark.clients.coordination;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.rowmark.util.Secret;

/**
 * A process with clients, each with a session of its own, whose forks need no time. Arguments: the coordinator's port
 * on the loopback interface, the first client and the last one, each as {@code 3/64}. The token is the first line of its input, with whose end it ends.
 */
public final class SimulatedClients {
    /** An assumption: the message of an iteration, compressed. */
    private static final byte[] RESULT = new byte[CoordinationCost.RESULT_BYTES];

    /** What a client does next, which it is sent after an order, an array of bytes. */
    enum Step {
        MEET,
        DELIVER_AND_MEET
    }

    /** What a client sends back. */
    record Came() implements Serializable {}

    private static final int JOINING = 8;

    private final ExecutorService forks = Executors.newCachedThreadPool();

    private SimulatedClients() {}

    /** Joins with all, and waits for the end of the input. */
    public static void main(String... arguments) throws IOException, InterruptedException {
        InetSocketAddress coordinator =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Secret token = Secret.of(input.readLine());
        new Random(1).nextBytes(RESULT);
        SimulatedClients clients = new SimulatedClients();
        ExecutorService joining = Executors.newFixedThreadPool(JOINING);
        ClientNumber last = ClientNumber.parse(arguments[2]);
        for (int number = ClientNumber.parse(arguments[1]).number(); number <= last.number(); number++) {
            ClientNumber client = new ClientNumber(number, last.count());
            joining.execute(() -> clients.join(coordinator, token, client));
        }
        while (input.read() >= 0) {
            // nothing is sent
        }
        System.exit(0);
    }

    private void join(InetSocketAddress coordinator, Secret token, ClientNumber number) {
        Client client = new Client();
        try {
            client.membership.complete(Membership.join(coordinator, token, number, "", client));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of them. */
    private final class Client implements Membership.Receiver {
        private final CompletableFuture<Membership> membership = new CompletableFuture<>();

        @Override
        public void message(Object message) {
            try {
                if (message == Step.DELIVER_AND_MEET) {
                    membership.join().send(RESULT);
                }
                if (message instanceof Step) {
                    membership.join().send(new Came());
                } else {
                    forks.execute(this::begin);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void begin() {
            try {
                membership.join().send(membership.join().clock());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void isCutOff() {
            System.err.println("cut off");
        }

        @Override
        public void isLost() {
            System.err.println("lost");
            System.exit(1);
        }
    }
}
