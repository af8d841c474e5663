package org.rowmark.report.plot;

/**
 * The {@code d} of a path, in relative steps of tenths: neighbours are near each other, so steps are shorter than
 * places. Rounding does not add up, because a step leads from one rounded place to the next.
 */
final class PathData {
    private final StringBuilder d = new StringBuilder();
    private long x;
    private long y;

    PathData move(double toX, double toY) {
        return step(d.isEmpty() ? "M" : "m", toX, toY);
    }

    /** Draws a straight line; at the start of the path moves without drawing. */
    PathData line(double toX, double toY) {
        return step(d.isEmpty() ? "M" : "l", toX, toY);
    }

    PathData segment(double fromX, double fromY, double toX, double toY) {
        return move(fromX, fromY).line(toX, toY);
    }

    PathData box(Frame box) {
        move(box.left(), box.top()).line(box.right(), box.top()).line(box.right(), box.bottom());
        line(box.left(), box.bottom());
        d.append('z');
        x = tenths(box.left());
        y = tenths(box.top());
        return this;
    }

    PathData outline(SeriesStyle.Outline outline, double aroundX, double aroundY) {
        move(aroundX + outline.x(), aroundY + outline.y());
        d.append(outline.steps());
        return this;
    }

    boolean isEmpty() {
        return d.isEmpty();
    }

    @Override
    public String toString() {
        return d.toString();
    }

    private PathData step(String command, double toX, double toY) {
        long dx = tenths(toX) - x;
        long dy = tenths(toY) - y;
        x += dx;
        y += dy;
        if (command.equals("l") && (dx == 0 || dy == 0)) {
            d.append(dy == 0 ? "h" + text(dx) : "v" + text(dy));
        } else {
            d.append(command).append(text(dx)).append(dy < 0 ? "" : " ").append(text(dy));
        }
        return this;
    }

    /** Returns a length with at most one decimal, as short as SVG allows: {@code 12}, {@code 12.5}, {@code -.5}. */
    static String length(double length) {
        return text(tenths(length));
    }

    private static long tenths(double length) {
        if (!Double.isFinite(length)) {
            throw new IllegalArgumentException("a drawing has no place for " + length);
        }
        return Math.round(length * 10);
    }

    private static String text(long tenths) {
        long whole = Math.abs(tenths) / 10;
        long rest = Math.abs(tenths) % 10;
        return (tenths < 0 ? "-" : "") + (whole == 0 && rest != 0 ? "" : whole) + (rest == 0 ? "" : "." + rest);
    }
}
