import type { Db } from '#server/context.ts'
import { standardsOf } from './arrears/standards.ts'

export type FeeStanding = { state: 'paid' | 'deferred' | 'greenChannel' | 'owing' /** Fen. */; owing: number }
/** What dormitories must know of money. Prices are typed in one place only, in fees, which stand above this module and hand this in when they are loaded. */
export interface FeeSide {
  /** Fen a year by room, from its building and type; a room without a price is absent. */
  prices(db: Db, roomIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** How these students stand with the lodging fee; who owes nothing and never did is absent. */
  standing(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, FeeStanding>>
}
/** Until then prices are the school's own list (`lodgingStandard`), and who has paid is not known. */
const NO_FEES: FeeSide = { prices: standardsOf, standing: async () => new Map() }
let side = NO_FEES
let isSupplied = false
export const supplyFees = (given: FeeSide): void => {
  side = given
  isSupplied = true
}
export const fees = (): FeeSide => side
/** Without a source of fees nothing is asked of anybody. */
export const hasFees = (): boolean => isSupplied

/** A line handed in to the ledger. The same source again is the same line with what has changed. */
export interface LodgingLine {
  /** A stay, or a student's part of something that was broken (20-DI8). */
  sourceType: 'dormStay' | 'dormDamage'
  sourceId: string
  /** The school year: a stay has one line of each. Of a damage the year it was charged in. */
  sourceSeq: string
  studentId: string
  /** Fen. */
  amount: number
  dueOn: string
}
/** What the ledger knows of a line. Deferred is whatever is no arrears: put off, awaiting a loan, by the green channel. */
export interface LineStanding {
  billLineId: string
  paid: number
  deferred: number
  deferredUntil: string | null
}
/** The ledger of fees, as far as dormitories go. It stands above this module and hands itself in when it is loaded. */
export interface FeeLedger {
  /** The id of the line of each source, by `sourceId`. */
  handIn(db: Db, lines: readonly LodgingLine[]): Promise<ReadonlyMap<string, string>>
  /** How lines stand now; a line it does not know is absent. */
  standingOf(db: Db, billLineIds: readonly string[]): Promise<readonly LineStanding[]>
}
let ledger: FeeLedger | undefined
export const supplyLedger = (given: FeeLedger | undefined): void => {
  ledger = given
}
export const feeLedger = (): FeeLedger | undefined => ledger
