import type { School, Stage } from './stage.ts'
import type { Cut } from './without.ts'

/** One thing that was looked at. */
export interface Finding {
  says: string
  figure: string
  holds: boolean
}
export interface Experiment {
  /** What the product must survive. */
  title: string
  /** What the control takes away; then the experiment must fail. */
  control: string
  /** Words of the source that the control's processes run without. */
  without?: readonly Cut[]
  /** Views of `invariants.sql` that must be empty at the end. */
  views: readonly string[]
  /** Why it cannot be run on this machine, if so. */
  impossible?(): string | undefined
  run(stage: Stage): Promise<Finding[]>
}
export const finding = (says: string, figure: string | number, holds: boolean): Finding => ({ says, figure: String(figure), holds })
/** A count that must be nothing. */
export const none = (says: string, count: number): Finding => finding(says, count, count === 0)
/** What breaks the invariants, view by view. */
export async function broken(views: readonly string[], { rows }: Pick<School, 'rows'>): Promise<Finding[]> {
  const found: Finding[] = []
  for (const view of views) {
    const [counted] = await rows<{ n: number }>(`select count(*)::int as n from faults.${view}`)
    found.push(none(`rows of ${view}`, counted?.n ?? -1))
  }
  return found
}
