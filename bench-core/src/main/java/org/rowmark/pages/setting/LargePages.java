package org.rowmark.pages.setting;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;

/** The setting {@value #SETTING} of any target, on or off, which launchers replace by their server's own. */
public final class LargePages {
    public static final String SETTING = "large-pages";

    private static final Map<String, Boolean> VALUES =
            Map.of("on", true, "true", true, "1", true, "off", false, "false", false, "0", false);

    private LargePages() {}

    public static Optional<Boolean> of(Target target) {
        return target.settings().entrySet().stream()
                .filter(setting -> isName(setting.getKey()))
                .findFirst()
                .map(setting -> Optional.ofNullable(
                                VALUES.get(setting.getValue().toLowerCase(Locale.ROOT)))
                        .orElseThrow(() -> target.problem(
                                "setting " + setting.getKey() + "=" + setting.getValue() + ": give on or off")));
    }

    public static Target without(Target target) {
        Map<String, String> others = new LinkedHashMap<>(target.settings());
        others.keySet().removeIf(LargePages::isName);
        return target.withSettings(others);
    }

    private static boolean isName(String name) {
        return SettingName.isSame(name, SETTING);
    }
}
