package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of external servers that one killed run has changed and nobody has put back. */
public final class LeftSettings {
    /**
     * A setting that is to be put back.
     *
     * @param url of the server, without secrets
     * @param name by the server's own name
     * @param earlier value; empty where the setting had none of its own
     */
    public record Setting(String url, String name, Optional<String> earlier) {}

    private final Register register;

    LeftSettings(Register register) {
        this.register = register;
    }

    /** Finds those of all killed runs. */
    public static List<LeftSettings> all() {
        return Register.ofTheDead().stream()
                .filter(register -> !register.settings().isEmpty())
                .map(LeftSettings::new)
                .toList();
    }

    /** Returns the run directory; empty where there was none. */
    public Optional<Path> run() {
        return register.paths(Register.RUN).stream().findFirst();
    }

    /** Lists the settings, the last changed first. */
    public List<Setting> settings() {
        return register.settings();
    }

    /**
     * Returns the command that puts them back.
     *
     * @param target at whose server they are
     */
    public String restoring(String target) {
        return register.restoring(target);
    }

    /** Returns the file that has them. */
    public Path file() {
        return register.file();
    }

    /** Notes that a setting has been put back. */
    public void isBack(Setting setting) throws IOException {
        register.add(Register.SETTING_IS_BACK, setting.url, setting.name);
        if (register.settings().isEmpty() && !register.isGuardianAlive()) {
            new Leftovers(register).remove(Duration.ZERO);
        }
    }
}
