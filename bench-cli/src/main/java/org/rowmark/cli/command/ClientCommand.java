package org.rowmark.cli.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.rowmark.clients.Client;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code client}, which measures for a run that another process conducts. */
@Command(
        name = "client",
        header = "Measure as one of several clients of a run.",
        description = {
            "Joins a run --clients N --listen HOST:PORT and ends with it. The run writes the token file and prints the"
                    + " command."
        },
        footer = {
            "@|bold Example|@",
            "  ./rowmark client --join 127.0.0.1:7000 --token run.token --number 3/8",
        })
public final class ClientCommand implements Callable<Integer> {
    @Option(names = "--join", required = true, paramLabel = "HOST:PORT", description = "Where the run listens.")
    private String join;

    @Option(
            names = "--token",
            required = true,
            paramLabel = "FILE",
            description = "The token file of the run; - for standard input, with whose end the client ends, too.")
    private String token;

    @Option(
            names = "--number",
            required = true,
            paramLabel = "I/N",
            description = "Which client this is, and how many there are.")
    private String number;

    @Override
    public Integer call() {
        Leftovers.remove();
        try {
            Client.join(join, token, number);
            return ExitCode.OK;
        } catch (IOException e) {
            throw new UsageException(ErrorMessages.of(e), e);
        }
    }
}
