import type { Issue } from '#model'

export type RowIssue = Issue & { row: number }
const MOST_PER_ROW = 10

/** Collects the errors of rows. */
export class Faults {
  private readonly byRow = new Map<number, RowIssue[]>()

  add(row: number, issues: readonly Issue[]): void {
    if (!issues.length) return
    const known = this.byRow.get(row) ?? []
    for (const issue of issues) if (known.length < MOST_PER_ROW) known.push({ ...issue, row })
    this.byRow.set(row, known)
  }
  has(row: number): boolean {
    return this.byRow.has(row)
  }
  get rows(): number {
    return this.byRow.size
  }
  get rowNumbers(): number[] {
    return [...this.byRow.keys()].sort((a, b) => a - b)
  }
  of(row: number): readonly RowIssue[] {
    return this.byRow.get(row) ?? []
  }
  /** The first errors in sheet order. */
  first(count: number): RowIssue[] {
    return this.rowNumbers
      .slice(0, count)
      .flatMap(row => this.of(row))
      .slice(0, count)
  }
}
