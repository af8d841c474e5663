package org.rowmark.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.MemorySetting;
import org.rowmark.memory.sweep.MemorySweep;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadInfo.DataSize;

/** The memory of servers as a setting that varies, and data of a size that goes with it. */
public final class MemorySteps {
    /** The data is larger than the largest step by this. */
    private static final double DATA_FACTOR = 1.5;

    private MemorySteps() {}

    public static SettingSweep varied(Optional<MemorySweep> memory, SettingSweep vary) {
        boolean isGiven = vary.values().keySet().stream().anyMatch(MemorySetting.SETTING::equalsIgnoreCase);
        if (memory.isEmpty() || isGiven) {
            return vary; // single sizes replace the steps
        }
        return vary.with(
                new SettingSweep(Map.of(MemorySetting.SETTING, memory.get().steps())));
    }

    /** @throws UsageException naming the first target that has no such setting, or needs more than the smallest step */
    public static void require(MemorySweep memory, List<Target> targets) {
        for (Target target : targets) {
            MemorySetting own = MemorySetting.of(target);
            if (memory.smallest() < own.least()) {
                throw new UsageException(String.join(" ", RunOption.MEMORY.words(memory)) + ": the smallest step "
                        + ByteSize.text(memory.smallest()) + " is " + own.shortage(target));
            }
        }
    }

    /** Keeps the data files of targets out of the system's cache, where their memory is swept and they can. */
    public static List<Target> checked(Optional<MemorySweep> memory, List<Target> targets) {
        targets.forEach(MemorySetting::replacedIn);
        return memory.isPresent()
                ? targets.stream().map(MemorySetting::directIn).toList()
                : targets;
    }

    /** Sizes the data of a workload by the largest step, unless the user has chosen its size. */
    public static Selection sized(MemorySweep memory, Selection selection, RunOptions options) {
        Optional<DataSize> sized = selection.workload().dataSize();
        if (sized.isEmpty() || options.parameters().containsKey(sized.get().parameter())) {
            return selection;
        }
        DataSize size = sized.get();
        double factor = options.get(RunOption.DATA_FACTOR).orElse(DATA_FACTOR);
        Map<String, String> first = selection.combinations().get(0);
        Map<String, List<String>> values = new LinkedHashMap<>(selection.values());
        values.put(size.parameter(), List.of(size.least(factor * memory.bytes(), first)));
        return new Selection(selection.workload(), values);
    }
}
