package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.result.query.MapDrawing;
import org.rowmark.result.query.MapDrawing.Kind;
import org.rowmark.result.query.MapDrawing.Layer;
import org.rowmark.result.query.MapDrawing.Mark;
import org.rowmark.result.query.MapDrawing.Panel;
import org.rowmark.result.query.MapDrawing.Shape;
import org.rowmark.result.query.MapDrawing.View;

/**
 * A map, and small multiples of it, one for each query, in which what the query asks is highlighted. The shapes of the
 * map are written once; the multiples refer to them by their ids.
 */
public record MapPlot(MapDrawing map) {
    private static final int COLUMNS = 5;
    private static final double SIDE = 176;
    private static final double GAP = 22;
    private static final double TITLE = 20;
    private static final double LINE = 16;
    private static final int LINES = 3;
    private static final double SLOT = TITLE + SIDE + LINES * LINE + 12;
    private static final double WIDTH = COLUMNS * SIDE + (COLUMNS - 1) * GAP;

    /** Columns and rows of the map itself. */
    private static final int LARGE = 2;

    /** The side of the part of the map that is shown, in units of its shapes. */
    private static final double UNITS = 500;

    /** In a view of fewer units, shapes are drawn to the tenth, in others to the whole unit. */
    private static final double COARSE = 250;

    public String plot(String id) {
        int slots = LARGE * LARGE + map.panels().size();
        int rows = Math.max(LARGE, (slots + COLUMNS - 1) / COLUMNS);
        Svg svg = Svg.scaling(id, WIDTH, rows * SLOT, WIDTH, map.title(), description());
        svg.symbol(id + "-map");
        for (Layer layer : map.layers()) {
            svg.group("k" + map.layers().indexOf(layer)).group("k", id + "-" + layer.name());
            layer.shapes().forEach(shape -> svg.path(css(layer.kind()), path(shape, layer.kind(), UNITS)));
            svg.end().end();
        }
        svg.endSymbol();
        drawMap(svg, id);
        List<double[]> places = places(rows);
        for (int i = 0; i < map.panels().size(); i++) {
            draw(svg, id, map.panels().get(i), places.get(i));
        }
        return svg.markup();
    }

    private String description() {
        return "The map with " + map.title()
                + "; beside it for each query what it searches with, and what it finds, in another colour.";
    }

    private void drawMap(Svg svg, String id) {
        double side = LARGE * SIDE + (LARGE - 1) * GAP;
        svg.label("t1", Anchor.START, 0, 14, "The map", side);
        svg.inset(0, TITLE, side, 0, 0, UNITS).use("full", id + "-map").endInset();
        frame(svg, 0, TITLE, side);
        double y = TITLE + side + LINE;
        for (String line : lines(map.title(), side)) {
            svg.label("l", Anchor.START, 0, y, line, side);
            y += LINE;
        }
        double x = 0;
        for (Layer layer : map.layers()) {
            svg.group("full hl");
            svg.group("k" + map.layers().indexOf(layer));
            svg.path("ml", new PathData().segment(x, y - 4, x + 14, y - 4));
            svg.end().end();
            svg.label("l", Anchor.START, x + 20, y, layer.name(), side);
            x += 40 + PlotText.width(layer.name());
        }
        y += LINE;
        svg.group("c1").path("s", new PathData().segment(0, y - 4, 14, y - 4)).end();
        svg.label("l", Anchor.START, 20, y, "what a query searches with", side);
        svg.group("c0")
                .path("s", new PathData().segment(0, y + LINE - 4, 14, y + LINE - 4))
                .end();
        svg.label("l", Anchor.START, 20, y + LINE, "what it finds or computes", side);
    }

    /** Returns the upper left corners of the multiples, beside and below the map. */
    private static List<double[]> places(int rows) {
        List<double[]> places = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            for (int column = row < LARGE ? LARGE : 0; column < COLUMNS; column++) {
                places.add(new double[] {column * (SIDE + GAP), row * SLOT});
            }
        }
        return places;
    }

    private void draw(Svg svg, String id, Panel panel, double[] place) {
        double top = place[1] + TITLE;
        View view = panel.view();
        double size = units(view.side());
        svg.label("t1", Anchor.START, place[0], place[1] + 14, panel.query(), SIDE);
        svg.inset(place[0], top, SIDE, units(view.x()), units(map.shown() - view.y() - view.side()), size);
        if (view.side() > map.shown()) {
            svg.path("ml", path(whole(), Kind.LINE, size));
        }
        svg.use("pale", id + "-map");
        for (Mark mark : panel.marks()) {
            svg.group((mark.isAnswer() ? "c0 h" : "c1 h") + css(mark.kind()).charAt(1));
            mark.layer().ifPresent(layer -> svg.use("", id + "-" + layer));
            mark.shapes().forEach(shape -> svg.path(css(mark.kind()), path(shape, mark.kind(), size)));
            svg.end();
        }
        svg.endInset();
        frame(svg, place[0], top, SIDE);
        double y = top + SIDE + LINE;
        for (String line : lines(panel.text(), SIDE)) {
            svg.label("u", Anchor.START, place[0], y, line, SIDE);
            y += LINE;
        }
    }

    private static void frame(Svg svg, double x, double y, double side) {
        svg.path("b", new PathData().box(new Frame(x, y, x + side, y + side)));
    }

    private Shape whole() {
        int side = (int) map.side();
        return new Shape(List.of(new int[] {0, 0, side, 0, side, side, 0, side, 0, 0}));
    }

    /** Returns the words of a text on lines, at most {@link #LINES} of them. */
    private static List<String> lines(String text, double width) {
        List<String> lines = new ArrayList<>(List.of(""));
        for (String word : text.split(" ", -1)) {
            int last = lines.size() - 1;
            String longer = (lines.get(last) + " " + word).strip();
            if (lines.get(last).isEmpty() || lines.size() == LINES || PlotText.width(longer) <= width) {
                lines.set(last, longer);
            } else {
                lines.add(word);
            }
        }
        return lines;
    }

    private double units(double length) {
        return length * UNITS / map.shown();
    }

    /** @param view side of the view in units */
    private PathData path(Shape shape, Kind kind, double view) {
        PathData path = new PathData();
        for (int[] vertices : shape.paths()) {
            double lastX = Double.NaN;
            double lastY = Double.NaN;
            for (int i = 0; i < vertices.length; i += 2) {
                double x = rounded(units(vertices[i]), view);
                double y = rounded(units(map.shown() - vertices[i + 1]), view);
                if (kind == Kind.POINT) {
                    path.segment(x, y, x, y);
                } else if (i == 0) {
                    path.move(x, y);
                } else if (x != lastX || y != lastY) {
                    path.line(x, y);
                }
                lastX = x;
                lastY = y;
            }
        }
        return path;
    }

    private static double rounded(double units, double view) {
        return view >= COARSE ? Math.rint(units) : units;
    }

    private static String css(Kind kind) {
        return switch (kind) {
            case AREA -> "ma";
            case LINE -> "ml";
            case POINT -> "mp";
        };
    }
}
