package dev.weir.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/**
 * What one implementation did in one row.
 *
 * @param score the median of all iterations in all forks
 * @param error half of the 99.9 % confidence interval of their mean; null where there are too few of them
 * @param samples the single times or costs, in rows of which the distribution is shown
 */
@JsonPropertyOrder({"suite", "row", "params", "impl", "version", "unit", "score", "error", "higherIsBetter", "samples"})
record Measurement(
        String suite,
        String row,
        Map<String, String> params,
        String impl,
        String version,
        String unit,
        double score,
        Double error,
        boolean higherIsBetter,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> samples) {

    /** How many times better than the other one this is. */
    double times(Measurement other) {
        return higherIsBetter ? score / other.score : other.score / score;
    }

    Impl.Kind kind() {
        return Impl.kindOf(impl);
    }
}
