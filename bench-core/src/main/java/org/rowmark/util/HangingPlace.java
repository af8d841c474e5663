package org.rowmark.util;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The place where a thread hangs.
 *
 * @param stack of the thread, innermost call first
 */
public record HangingPlace(List<StackTraceElement> stack) {
    private static final String OURS = "org.rowmark.";

    /** Part of the names of classes that JMH generates to call benchmarks, setups and teardowns. */
    private static final String STUB = ".jmh_generated.";

    public static HangingPlace of(Thread thread) {
        return new HangingPlace(List.of(thread.getStackTrace()));
    }

    /** Returns whether it is in a benchmark, its setup or its teardown. */
    public boolean isMeasured() {
        return stack.stream().anyMatch(HangingPlace::isStub);
    }

    /** Returns the innermost call and the method of the workload, or the innermost of Rowmark, that leads to it. */
    public String words() {
        if (stack.isEmpty()) {
            return "no call";
        }
        List<StackTraceElement> aboveStub =
                stack.stream().takeWhile(frame -> !isStub(frame)).toList();
        Stream<StackTraceElement> callers = isMeasured() && !aboveStub.isEmpty()
                ? Stream.of(aboveStub.get(aboveStub.size() - 1))
                : stack.stream().filter(frame -> frame.getClassName().startsWith(OURS));
        String inner = name(stack.get(0));
        return inner
                + callers.findFirst()
                        .map(HangingPlace::name)
                        .filter(caller -> !caller.equals(inner))
                        .map(caller -> ", called by " + caller)
                        .orElse("");
    }

    public String lines() {
        return stack.stream().map(frame -> "\tat " + frame + "\n").collect(Collectors.joining());
    }

    public StackTraceElement[] array() {
        return stack.toArray(StackTraceElement[]::new);
    }

    private static boolean isStub(StackTraceElement frame) {
        return frame.getClassName().contains(STUB);
    }

    private static String name(StackTraceElement frame) {
        String[] type = frame.getClassName().split("\\.", -1);
        return type[type.length - 1] + "." + frame.getMethodName()
                + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "");
    }
}
