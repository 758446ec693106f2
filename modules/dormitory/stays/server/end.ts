import { notAllowed, Refusal, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { withNote } from '#server/i18n/wording.ts'
import { checkOut } from '../model/actions.ts'
import { type Debt, furnitureOf, ownPoints, type Piece, piecesOf } from '../model/checklist.ts'
import { STAY_MESSAGES } from '../model/messages.ts'
import { stayStates } from '../model/states.ts'
import { dormStay } from '../model/stay.ts'
import { tellStays } from './notify-stays.ts'
import { openPoints } from './points.ts'
import { settingsOf } from './settings.ts'
import { changeStays, type Stay, told } from './write.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
export interface Ending {
  reason: string
  note?: string | null | undefined
  withDebts?: boolean | null | undefined
  /** For a single stay at the desk; bulk check-outs assume everything in order. */
  hasKey?: boolean | null | undefined
  pieces?: readonly Piece[] | undefined
}
/** 20-DR4: open items of these stays: key and furniture as recorded at the desk, and items of other modules. */
export async function debtsOf(db: Db, stays: readonly Stay[], { hasKey = true, pieces = [] }: Pick<Ending, 'hasKey' | 'pieces'> = {}): Promise<Map<string, Debt[]>> {
  const list = furnitureOf((await settingsOf(db)).furniture)
  const others = await openPoints(
    db,
    stays.map(s => ({ stayId: s.id, studentId: s.studentId, roomId: s.roomId ?? '' })),
  )
  const own = (s: Stay): Debt[] => ownPoints({ hasKey: hasKey !== false || !s.keyNo, keyNo: s.keyNo, pieces: pieces.length ? piecesOf(list, pieces) : [] })
  return new Map(stays.map(s => [s.id, [...own(s), ...(others.get(s.id) ?? [])]]))
}

/** Checks out locked stays, all or none. Open items are recorded; they do not block. */
export async function end({ db, me }: Acting, stays: readonly Stay[], how: Ending): Promise<Map<string, Debt[]>> {
  const wrong = stays.filter(s => !stayStates.allows(s, 'checkOut'))
  if (wrong.length)
    throw new Refusal(
      422,
      wrong.flatMap(s => notAllowed(dormStay, s, 'checkOut', s.name ?? undefined).issues),
    )
  const debts = await debtsOf(db, stays, how)
  const open = how.withDebts ? [] : stays.filter(s => debts.get(s.id)?.length)
  if (open.length)
    throw new Refusal(
      422,
      open.flatMap(s => refusalOf(checkOut, 'open', { name: s.name, points: (debts.get(s.id) ?? []).map(pointOf) }).issues),
    )
  const checkOutAt = new Date().toISOString()
  await changeStays(
    db,
    stays.map(s => ({
      id: s.id,
      state: 'checkedOut' as const,
      isOpen: false,
      checkOutAt,
      checkOutBy: me.userId || null,
      checkOutReason: how.reason,
      checkOutNote: how.note ?? null,
      debts: debts.get(s.id) ?? [],
      debtCount: debts.get(s.id)?.length ?? 0,
    })),
  )
  await db.emitMany('dormitory.stayEnded', told(stays, today(), { reason: how.reason }))
  await tellLeft(db, stays, debts)
  return debts
}
/** An item in the reader's language. */
const pointOf = ({ label, note }: Debt) => withNote({ text: label }, note)
async function tellLeft(db: Db, stays: readonly Stay[], debts: ReadonlyMap<string, readonly Debt[]>): Promise<void> {
  const [open = [], clear = []] = [true, false].map(owes => stays.filter(s => Boolean(debts.get(s.id)?.length) === owes))
  await tellStays(db, STAY_MESSAGES.checkOutDebts, open, { valuesOf: s => ({ points: (debts.get(s.id) ?? []).map(pointOf) }) })
  await tellStays(db, STAY_MESSAGES.checkedOut, clear)
}
/** Cancels reservations; residents must check out instead. Without a message where students had not been notified. */
export async function release(db: Db, stays: readonly Stay[], reason: string, { isQuiet = false } = {}): Promise<void> {
  const wrong = stays.filter(s => !stayStates.allows(s, 'cancel'))
  if (wrong.length)
    throw new Refusal(
      422,
      wrong.flatMap(s => notAllowed(dormStay, s, 'cancel', s.name ?? undefined).issues),
    )
  await changeStays(
    db,
    stays.map(s => ({ id: s.id, state: 'cancelled' as const, isOpen: false, cancelReason: reason })),
  )
  await db.emitMany('dormitory.stayReleased', told(stays, today(), { reason }))
  if (!isQuiet) await tellStays(db, STAY_MESSAGES.bedReleased, stays, { valuesOf: () => ({ reason: { text: reason } }) })
}
