package org.rowmark.report.plot;

import java.util.Iterator;
import java.util.List;
import org.rowmark.report.format.PlainText;
import org.rowmark.result.query.MapDrawing;
import org.rowmark.result.query.MapDrawing.Kind;
import org.rowmark.result.query.MapDrawing.Layer;
import org.rowmark.result.query.MapDrawing.Panel;

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
        String description = "The map with " + map.title()
                + "; beside it for each query what it searches with, and what it finds, in another colour.";
        Svg svg = Svg.scaling(id, WIDTH, rows * SLOT, WIDTH, map.title(), description);
        svg.open("defs").open("g", "id", id + "-map");
        for (Layer layer : map.layers()) {
            svg.group(css(layer)).open("g", "class", "k", "id", id + "-" + layer.name());
            layer.shapes().forEach(shape -> svg.path(css(layer.kind()), path(shape, layer.kind(), UNITS)));
            svg.end().end();
        }
        svg.end().close("defs");
        drawMap(svg, id);
        // the multiples are beside and below the map
        Iterator<Panel> panels = map.panels().iterator();
        for (int row = 0; row < rows; row++) {
            for (int column = row < LARGE ? LARGE : 0; column < COLUMNS && panels.hasNext(); column++) {
                draw(svg, id, panels.next(), column * (SIDE + GAP), row * SLOT);
            }
        }
        return svg.markup();
    }

    private void drawMap(Svg svg, String id) {
        double side = LARGE * SIDE + (LARGE - 1) * GAP;
        svg.label("t1", Anchor.START, 0, 14, "The map", side);
        svg.inset(0, TITLE, side, 0, 0, UNITS).use("full", id + "-map").close("svg");
        frame(svg, 0, TITLE, side);
        double y = lines(svg, "l", map.title(), 0, TITLE + side + LINE, side);
        double x = 0;
        for (Layer layer : map.layers()) {
            svg.group("full hl");
            key(svg, css(layer), "ml", x, y, layer.name());
            svg.end();
            x += 40 + PlotText.width(layer.name());
        }
        key(svg, "c1", "s", 0, y + LINE, "what a query searches with");
        key(svg, "c0", "s", 0, y + 2 * LINE, "what it finds or computes");
    }

    private static void key(Svg svg, String colour, String line, double x, double y, String text) {
        svg.group(colour).path(line, new PathData().segment(x, y - 4, x + 14, y - 4));
        svg.end().label("l", Anchor.START, x + 20, y, text, LARGE * SIDE);
    }

    private String css(Layer layer) {
        return "k" + map.layers().indexOf(layer);
    }

    private void draw(Svg svg, String id, Panel panel, double left, double line) {
        double top = line + TITLE;
        MapDrawing.View view = panel.view();
        double size = units(view.side());
        svg.label("t1", Anchor.START, left, line + 14, panel.query(), SIDE);
        svg.inset(left, top, SIDE, units(view.x()), units(map.shown() - view.y() - view.side()), size);
        if (view.side() > map.shown()) {
            svg.path("ml", new PathData().box(new Frame(0, units(map.shown() - map.side()), units(map.side()), UNITS)));
        }
        svg.use("pale", id + "-map");
        for (MapDrawing.Mark mark : panel.marks()) {
            svg.group((mark.isAnswer() ? "c0 h" : "c1 h") + css(mark.kind()).charAt(1));
            mark.layer().ifPresent(layer -> svg.use("", id + "-" + layer));
            mark.shapes().forEach(shape -> svg.path(css(mark.kind()), path(shape, mark.kind(), size)));
            svg.end();
        }
        svg.close("svg");
        frame(svg, left, top, SIDE);
        lines(svg, "u", panel.text(), left, top + SIDE + LINE, SIDE);
    }

    /** Writes a text on at most {@link #LINES} lines, and returns the place of the next. */
    private static double lines(Svg svg, String css, String text, double x, double first, double width) {
        double y = first;
        List<String> lines = PlainText.wrap(PlotText.clean(text), width, PlotText::width);
        for (String line : lines.subList(0, Math.min(LINES, lines.size()))) {
            svg.label(css, Anchor.START, x, y, line, width);
            y += LINE;
        }
        return y;
    }

    private static void frame(Svg svg, double x, double y, double side) {
        svg.path("b", new PathData().box(new Frame(x, y, x + side, y + side)));
    }

    private double units(double length) {
        return length * UNITS / map.shown();
    }

    /** @param view side of the view in units */
    private PathData path(MapDrawing.Shape shape, Kind kind, double view) {
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
