import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { type StudentOf, selfStudent, studentByNo, studentsOf } from '#modules/student/server/api.ts'
import type { Asking } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { lockStays } from '../../stays/server/api.ts'
import { dormChange } from '../model/dorm-change.ts'
import { freeHold, holdBed } from './hold-bed.ts'
import { settingsOf } from './settings.ts'
import { type Change, type ChangeInput, type Form, type Validation, validate } from './validate.ts'

/** Who moves, and with whom. */
export interface Moving {
  who: StudentOf
  swap: Pick<ChangeInput, 'type' | 'peerNo' | 'peerName'>
}
type Said = Pick<Form, 'reason' | 'detail' | 'proofs' | 'effectiveDate' | 'toBedId'>
interface At {
  input: Form | null
  row: Change | null
  lock: boolean
}
/** The caller and the swap partner, locked in one order: concurrent applications of a person are serialized. */
export async function prepare(ctx: Pick<Ctx, 'db' | 'me'>, { input, row, lock }: At): Promise<Moving> {
  const who = await selfStudent(ctx)
  const peer = await peerOf(ctx.db, input, row)
  if (lock) await studentsOf(ctx.db, [who.id, ...(peer ? [peer.id] : [])], { lock: true })
  if (!row) return { who, swap: { type: input?.type ?? 'move', peerNo: input?.peerNo ?? null, peerName: input?.peerName ?? null } }
  return { who, swap: { type: row.type === 'swap' ? 'swap' : 'move', peerNo: peer?.studentNo ?? null, peerName: peer?.name ?? null } }
}
async function peerOf(db: Db, input: Form | null, row: Change | null): Promise<StudentOf | undefined> {
  if (row) return row.peerId ? (await studentsOf(db, [row.peerId])).get(row.peerId) : undefined
  return input?.type === 'swap' && input.peerNo ? studentByNo(db, input.peerNo.trim()) : undefined
}
/** The outcome of a form with all its violations. */
export const validateForm = ({ db }: Pick<Ctx, 'db'>, { who, swap }: Moving, { toBedId, effectiveDate }: Said, { row, given }: Asking<Change>): Promise<Validation> =>
  validate(
    db,
    who,
    { ...swap, toBedId: toBedId ?? row?.toBedId ?? null, effectiveDate },
    { id: row?.id ?? null, ownStayId: row?.toStayId ?? null, isOverridden: Boolean(row?.overrideReason ?? given.overrideReason) },
  )

/** Columns of the form. Medical proofs are stored in the sensitive field, for permitted readers; a returned application holds the bed it now asks for. */
export async function draftOf({ reason, detail, proofs, effectiveDate }: Said, { bed, feeDiff, leavesClassRoom }: Validation, { db }: Pick<Ctx, 'db'>, row: Change | null) {
  if (!bed && !row) throw refusalOf(dormChange, 'bedUnknown')
  const isMedical = reason === 'health'
  const toBedId = bed?.id ?? row?.toBedId ?? ''
  return {
    ...{ reason, detail, effectiveDate, toBedId, toDormId: bed?.dormId ?? row?.toDormId ?? null, feeDiff, leavesClassRoom },
    proofs: isMedical ? [] : [...(proofs ?? [])],
    privateProofs: isMedical ? [...(proofs ?? [])] : [],
    ...(row ? await newHold(db, row, toBedId, effectiveDate) : {}),
  }
}
/** Holds the new bed before releasing that of the first submission. */
async function newHold(db: Db, row: Change, bedId: string, from: string) {
  if (row.type === 'swap') return {}
  const [kept] = await lockStays(db, [row.toStayId ?? ''].filter(Boolean))
  if (bedId === row.toBedId && kept?.state === 'held' && from === row.effectiveDate) return {}
  await freeHold(db, row.toStayId, '改选床位')
  const hold = await holdBed(db, { studentId: row.studentId, bedId, from })
  return { toStayId: hold.id, holdUntil: hold.holdUntil, holdToldAt: null }
}
/** Columns of the first submission: a move holds its bed, a swap waits for the partner. */
export async function initialOf(db: Db, { who, swap }: Moving, { effectiveDate }: Said, { home, peer, bed }: Validation) {
  if (!home || !bed) throw refusalOf(dormChange, 'bedUnknown')
  const hold = peer ? undefined : await holdBed(db, { studentId: who.id, bedId: bed.id, from: effectiveDate })
  const { changePeerHours } = await settingsOf(db)
  return {
    ...{ type: swap.type, studentId: who.id, departmentId: who.departmentId, classId: who.classId, fromStayId: home.stayId, fromBedId: home.bedId },
    ...{ toStayId: hold?.id ?? null, holdUntil: hold?.holdUntil ?? null, peerId: peer?.who.id ?? null, peerStayId: peer?.home.stayId ?? null },
    peerUntil: peer ? new Date(Date.now() + changePeerHours * HOUR_MS).toISOString() : null,
    state: peer ? ('waitingPeer' as const) : ('pending' as const),
  }
}
