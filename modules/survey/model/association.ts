/** What Pearson's test says about two questions: the statistic, its chance under independence, and Cramér's V. */
export interface Association {
  chiSquare: number
  freedom: number
  p: number
  v: number
  /** A cell of which fewer than five were expected: the chance is not reliable. */
  isSparse: boolean
}
const sum = (values: readonly number[]): number => values.reduce((n, value) => n + value, 0)
const EXPECTED = 5
/** Undefined where a table has fewer than two rows or columns with anybody in them. */
export function associationOf(cells: readonly (readonly number[])[]): Association | undefined {
  const kept = cells.filter(row => sum(row) > 0)
  const columns = (kept[0] ?? []).map((_, c) => sum(kept.map(row => row[c] ?? 0)))
  const filled = columns.flatMap((n, c) => (n > 0 ? [c] : []))
  if (kept.length < 2 || filled.length < 2) return undefined
  const total = sum(columns)
  let chiSquare = 0
  let isSparse = false
  for (const row of kept) {
    for (const c of filled) {
      const expected = (sum(row) * (columns[c] ?? 0)) / total
      isSparse ||= expected < EXPECTED
      chiSquare += ((row[c] ?? 0) - expected) ** 2 / expected
    }
  }
  const freedom = (kept.length - 1) * (filled.length - 1)
  return { chiSquare, freedom, p: upperGamma(freedom / 2, chiSquare / 2), v: Math.sqrt(chiSquare / (total * Math.min(kept.length - 1, filled.length - 1))), isSparse }
}
const STEPS = 500
const PRECISION = 1e-14
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]
/** Logarithm of the gamma function, by Lanczos. */
function logGamma(x: number): number {
  const t = x + LANCZOS.length - 1.5
  const series = LANCZOS.reduce((all, part, i) => all + part / (x + i), 0.9999999999998099)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series)
}
/** Regularised upper incomplete gamma function: by its series below the mean, by its continued fraction above. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let series = term
    for (let n = 1; n < STEPS && term > series * PRECISION; n++) {
      term *= x / (a + n)
      series += term
    }
    return 1 - series * scale
  }
  let b = x + 1 - a
  let c = 1 / Number.MIN_VALUE ** 0.5
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < STEPS; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b)
    c = b + an / c
    fraction *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return scale * fraction
}
