import type { School, Stage } from './stage.ts'
import type { Cut } from './without.ts'

/** One observation. */
export interface Finding {
  says: string
  figure: string
  holds: boolean
}
export interface Experiment {
  /** The fault the product must survive. */
  title: string
  /** Guard removed in the control run, which must then fail. */
  control: string
  /** Source text removed in the control's processes. */
  without?: readonly Cut[]
  /** Source text by which the experiment itself brings the fault about. */
  breaks?: readonly Cut[]
  /** Views of `invariants.sql` that must be empty at the end. */
  views: readonly string[]
  /** Why it cannot run on this machine, if so. */
  impossible?(): string | undefined
  run(stage: Stage): Promise<Finding[]>
}
export const finding = (says: string, figure: string | number, holds: boolean): Finding => ({ says, figure: String(figure), holds })
/** A count that must be zero. */
export const none = (says: string, count: number): Finding => finding(says, count, count === 0)
/** Violations of the invariants, by view. */
export async function broken(views: readonly string[], { rows }: Pick<School, 'rows'>): Promise<Finding[]> {
  const found: Finding[] = []
  for (const view of views) {
    const [counted] = await rows<{ n: number }>(`select count(*)::int as n from faults.${view}`)
    found.push(none(`rows of ${view}`, counted?.n ?? -1))
  }
  return found
}
