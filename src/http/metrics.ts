/** One figure for Prometheus. A counter's name ends in `_total`. */
export type Metric = { name: string; help: string; value: number };

/** The reply's content type. Source: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** The figures in the text format of Prometheus. */
export function renderMetrics(metrics: Metric[]): string {
  return metrics
    .map(({ name, help, value }) => {
      const type = name.endsWith("_total") ? "counter" : "gauge";
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
    })
    .join("");
}
