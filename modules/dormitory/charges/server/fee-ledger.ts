import { solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** A line submitted to the ledger. The same source updates the same line. */
export interface LodgingLine {
  /** A stay, or a student's share of a damage (20-DI8). */
  sourceType: 'dormStay' | 'dormDamage'
  sourceId: string
  /** The school year: one line per stay and year. For a damage the year of the charge. */
  sourceSeq: string
  studentId: string
  /** Fen. */
  amount: number
  dueOn: string
}
/** Ledger status of a line. Deferred covers everything not in arrears: postponed, awaiting a loan, green channel. */
export interface LineStanding {
  billLineId: string
  paid: number
  deferred: number
  deferredUntil: string | null
}
/** The fee ledger as used by dormitories. The fee module registers it and depends on this one. */
export interface FeeLedger {
  /** Line ids by `sourceId`. */
  handIn(db: Db, lines: readonly LodgingLine[]): Promise<ReadonlyMap<string, string>>
  /** Current status of lines; unknown ones are absent. */
  standingOf(db: Db, billLineIds: readonly string[]): Promise<readonly LineStanding[]>
}
export const feeLedgers = solePoint<FeeLedger & { kind: 'feeLedger' }>('feeLedger')
export const feeLedger = (db: Db): FeeLedger | undefined => feeLedgers.of(db)
