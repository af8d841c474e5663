package org.rowmark.util;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The place where a thread hangs, by its stack, the innermost call first. */
public final class HangingPlace {
    private static final String OURS = "org.rowmark.";

    /** Part of the names of classes that JMH generates to call benchmarks, setups and teardowns. */
    private static final String STUB = ".jmh_generated.";

    private HangingPlace() {}

    public static boolean isMeasured(StackTraceElement... stack) {
        return Stream.of(stack).anyMatch(HangingPlace::isStub);
    }

    /** Returns the innermost call and the method of the workload, or the innermost of Rowmark, that leads to it. */
    public static String words(StackTraceElement... stack) {
        if (stack.length == 0) {
            return "no call";
        }
        Optional<StackTraceElement> caller = isMeasured(stack)
                ? Stream.of(stack).takeWhile(frame -> !isStub(frame)).reduce((inner, outer) -> outer)
                : Stream.of(stack)
                        .filter(frame -> frame.getClassName().startsWith(OURS))
                        .findFirst();
        String inner = name(stack[0]);
        return inner
                + caller.map(HangingPlace::name)
                        .filter(name -> !name.equals(inner))
                        .map(name -> ", called by " + name)
                        .orElse("");
    }

    public static String lines(StackTraceElement... stack) {
        return Stream.of(stack).map(frame -> "\tat " + frame + "\n").collect(Collectors.joining());
    }

    private static boolean isStub(StackTraceElement frame) {
        return frame.getClassName().contains(STUB);
    }

    private static String name(StackTraceElement frame) {
        String type = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
        return type + "." + frame.getMethodName() + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "");
    }
}
