/** One figure of the benchmark, beside its baseline from the same run. */
export type Row = {
  what: string;
  figure: string;
  baseline: string;
  /** Where the figure is judged: what was measured, and the limit that it may not pass. */
  verdict?: { measured: number; limit: number; atLeast?: boolean; unit?: string };
};

/** True when the row has no limit or keeps it. */
export function keeps({ verdict }: Row): boolean {
  if (!verdict) return true;
  return verdict.atLeast ? verdict.measured >= verdict.limit : verdict.measured <= verdict.limit;
}

/** The rows as a table of aligned columns. */
export function renderTable(rows: Row[]): string {
  const head = ["what", "measured", "baseline in this run", "result", "limit", ""];
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells(row: Row): string[] {
  const { what, figure, baseline, verdict } = row;
  if (!verdict) return [what, figure, baseline, "", "", ""];
  const { measured, limit, atLeast, unit = "x" } = verdict;
  const bound = `${atLeast ? ">=" : "<="} ${limit}${unit}`;
  return [what, figure, baseline, `${measured.toFixed(2)}${unit}`, bound, keeps(row) ? "ok" : "MISSED"];
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the share `q` (0 to 1) of the values lies, interpolated. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}
