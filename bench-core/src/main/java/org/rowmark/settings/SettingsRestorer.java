package org.rowmark.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.db.Databases;
import org.rowmark.db.DriverJars;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.SettingsConnection;
import org.rowmark.db.Targets;
import org.rowmark.settings.ChangedSettings.Setting;
import org.rowmark.targets.Target;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** The restoration of settings of external servers that a killed run has changed. */
public final class SettingsRestorer {
    private final Consumer<String> messages;

    /** @param messages receives a line for each setting that is put back */
    public SettingsRestorer(Consumer<String> messages) {
        this.messages = messages;
    }

    /** Prints what killed runs have changed, with the command that puts it back. */
    public void announce() {
        each(left -> left.settings().stream()
                .map(Setting::url)
                .distinct()
                .forEach(url -> messages.accept(
                        "rowmark: a killed run changed settings of " + url + "; put them back: " + left.undo("NAME"))));
    }

    /** Puts back what killed runs changed at the server of a target. */
    public void restore(Target target) {
        each(left -> restore(left, target));
    }

    private static void each(Consumer<ChangedSettings> action) {
        for (ChangedSettings left : ChangedSettings.left()) {
            try (left) {
                action.accept(left);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Puts back what the run of a directory changed, at the targets that have its URLs; returns how many settings. */
    public int restore(Path run, Targets targets) throws IOException {
        Optional<ChangedSettings> found = ChangedSettings.leftIn(run);
        if (found.isEmpty()) {
            return 0;
        }
        int count = 0;
        try (ChangedSettings left = found.get()) {
            for (String url :
                    left.settings().stream().map(Setting::url).distinct().toList()) {
                count += restore(left, named(url, targets, left));
            }
        }
        return count;
    }

    private static Target named(String url, Targets targets, ChangedSettings left) {
        List<String> unreadable = new ArrayList<>();
        for (String name : targets.names()) {
            try {
                Target target = targets.named(name);
                if (isAt(target, url)) {
                    return target;
                }
            } catch (UsageException e) {
                unreadable.add("; " + e.getMessage()); // it may be another one
            }
        }
        throw new UsageException("no target has the URL " + url
                + "; give the targets file that has it with --targets-file, or put the settings of " + left.file()
                + " back and remove that file" + String.join("", unreadable));
    }

    private static boolean isAt(Target target, String url) {
        return target.url().map(Secrets::scrub).filter(url::equals).isPresent();
    }

    private int restore(ChangedSettings left, Target target) {
        List<Setting> settings = left.settings().stream()
                .filter(setting -> isAt(target, setting.url()))
                .toList();
        if (settings.isEmpty()) {
            return 0;
        }
        RuntimeSettings bySql = Databases.named(target.database())
                .settings()
                .orElseThrow(() -> target.problem("its settings cannot be changed by SQL"));
        try {
            SettingsConnection.use(DriverJars.endpoint(target, target.url().orElseThrow()), connection -> {
                for (Setting setting : settings) {
                    bySql.putBack(connection, setting.name(), setting.earlier());
                    left.isBack(setting.url(), setting.name());
                    messages.accept("rowmark: " + target.name() + ": setting " + setting.name()
                            + ", which a killed run had changed, is "
                            + setting.earlier().orElse("at its default") + " again");
                }
            });
        } catch (SQLException | IOException e) {
            String reason = e instanceof SQLException sql ? Sql.reason(sql) : e.getMessage();
            throw target.problem(
                    "settings that a killed run changed at " + settings.get(0).url() + " could not be put back: "
                            + reason + "; repeat "
                            + left.undo(target.name()) + " when the server answers, or put back what is in "
                            + left.file() + " and remove that file",
                    e);
        }
        return settings.size();
    }
}
