package org.rowmark.cli.option;

import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Help that writes {@code --rounds N} as the documentation does; {@code --rounds=N} works as well. */
public final class SpacedHelp extends Help {
    public SpacedHelp(CommandSpec command, ColorScheme colors) {
        super(command, colors);
    }

    @Override
    public IParamLabelRenderer createDefaultParamLabelRenderer() {
        IParamLabelRenderer standard = super.createDefaultParamLabelRenderer();
        return new IParamLabelRenderer() {
            @Override
            public Text renderParameterLabel(ArgSpec argument, Ansi ansi, List<IStyle> styles) {
                Text label = standard.renderParameterLabel(argument, ansi, styles);
                return label.plainString().startsWith("=") ? ansi.new Text(" ").concat(label.substring(1)) : label;
            }

            @Override
            public String separator() {
                return " ";
            }
        };
    }
}
