import { mustAllow, notAllowed, refusalOf } from '#model'
import { type StudentOf, selfStudent, studentByNo, studentsOf } from '#modules/student/server/api.ts'
import { resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { answerSwap, applyChange, applyChangeFor, cancelChange, resubmitChange, withdrawChange } from '../../model/change/actions.ts'
import { dormChange } from '../../model/change/dorm-change.ts'
import { changeSubject } from '../../model/change/flow.ts'
import { lockStays } from '../stay/write.ts'
import { cancelApproved, expireChanges } from './end-changes.ts'
import { freeHold, holdBed } from './hold-bed.ts'
import { tellAsked } from './notify.ts'
import { settingsOf } from './settings.ts'
import { type Asked, type Change, refuseWith, type Validation, validate } from './validate.ts'

type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
const HOUR = 3_600_000
/** Locks the students concerned in one order: concurrent applications of a person are serialized. */
const locked = (db: Db, ids: readonly string[]): Promise<Map<string, StudentOf>> => studentsOf(db, ids, { lock: true })

interface Said {
  reason: string
  detail: string
  proofs?: readonly string[] | null | undefined
  effectiveDate: string
}
/** Medical proofs are stored in the sensitive field, for permitted readers. */
const draftOf = ({ reason, detail, proofs, effectiveDate }: Said) => ({
  reason,
  detail,
  effectiveDate,
  proofs: reason === 'health' ? [] : [...(proofs ?? [])],
  privateProofs: reason === 'health' ? [...(proofs ?? [])] : [],
})
interface Handing {
  who: StudentOf
  asked: Asked & Said
  overrideReason?: string | null
}
/** Validates under the students' locks, holds the bed and writes the row; next comes the flow, or the partner's answer. */
async function handIn(ctx: Acting, { who, asked, overrideReason }: Handing) {
  const { db, me } = ctx
  const peer = asked.type === 'swap' && asked.peerNo ? await studentByNo(db, asked.peerNo.trim()) : undefined
  await locked(db, [who.id, ...(peer ? [peer.id] : [])])
  const judged = await validate(db, who, asked, { isOverridden: Boolean(overrideReason) })
  refuseWith(judged.problems)
  const row = await written(ctx, { who, asked, overrideReason: overrideReason ?? null }, judged)
  if (row.state === 'waitingPeer') {
    await tellAsked(db, row)
    return { id: row.id, changeNo: row.changeNo, state: row.state, instanceId: null, nextStep: null }
  }
  const { instanceId, nextStep } = await submit(ctx, changeSubject, row, me.studentId === who.id ? {} : { submittedBy: me.userId })
  return { id: row.id, changeNo: row.changeNo, state: 'pending' as const, instanceId, nextStep: nextStep ?? null }
}
async function written({ db }: Acting, { who, asked, overrideReason }: Handing, { home, peer, bed, ...judged }: Validation): Promise<Change> {
  if (!home || !bed) throw refusalOf(dormChange, 'bedUnknown')
  const hold = peer ? undefined : await holdBed(db, { studentId: who.id, bedId: bed.id, from: asked.effectiveDate })
  const settings = await settingsOf(db)
  const draft = {
    ...draftOf(asked),
    type: asked.type,
    studentId: who.id,
    departmentId: who.departmentId,
    classId: who.classId,
    fromStayId: home.stayId,
    fromBedId: home.bedId,
    toBedId: bed.id,
    toDormId: bed.dormId,
    toStayId: hold?.id ?? null,
    holdUntil: hold?.holdUntil ?? null,
    peerId: peer?.who.id ?? null,
    peerStayId: peer?.home.stayId ?? null,
    peerUntil: peer ? new Date(Date.now() + settings.changePeerHours * HOUR).toISOString() : null,
    feeDiff: judged.feeDiff,
    leavesClassRoom: judged.leavesClassRoom,
    overrideReason: overrideReason ?? null,
    state: peer ? ('waitingPeer' as const) : ('pending' as const),
  }
  const row = await db.insert(dormChange, draft)
  await attachFiles(db, dormChange, row.id, draft)
  return row
}
const apply = handle(applyChange, async (ctx, asked) => handIn(ctx, { who: await selfStudent(ctx), asked }))
const applyFor = handle(applyChangeFor, async (ctx, { studentNo, overrideReason, ...asked }) => {
  countTriedNumbers(ctx.me, 1)
  const who = await studentByNo(ctx.db, studentNo.trim())
  if (!who) return ctx.refuse('studentUnknown', { studentNo }, 'studentNo')
  return handIn(ctx, { who, asked: { ...asked, type: 'move', peerNo: null, peerName: null }, overrideReason: overrideReason ?? null })
})

/** An application of one's own, locked; others' are "not found". */
async function ownChange({ db, me }: Acting, id: string): Promise<Change> {
  const row = await db.unscoped(dormChange).lock(id) // ownership is checked next
  if (!me.studentId || row.studentId !== me.studentId) throw notFound()
  return row
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
const again = handle(resubmitChange, async (ctx, { id, toBedId, ...said }) => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const row = await ownChange(ctx, id)
  mustAllow(dormChange, row, 'resubmit')
  const people = await locked(db, [row.studentId, ...(row.peerId ? [row.peerId] : [])])
  const peer = people.get(row.peerId ?? '')
  const asked: Asked = {
    type: row.type === 'swap' ? 'swap' : 'move',
    toBedId: toBedId ?? row.toBedId,
    peerNo: peer?.studentNo ?? null,
    peerName: peer?.name ?? null,
    effectiveDate: said.effectiveDate,
  }
  const judged = await validate(db, who, asked, { id, ownStayId: row.toStayId, isOverridden: Boolean(row.overrideReason) })
  refuseWith(judged.problems)
  const draft = {
    ...draftOf(said),
    toBedId: judged.bed?.id ?? row.toBedId,
    toDormId: judged.bed?.dormId ?? row.toDormId,
    feeDiff: judged.feeDiff,
    leavesClassRoom: judged.leavesClassRoom,
  }
  const changed = await db.update(dormChange, id, { ...draft, ...(await newHold(db, row, draft.toBedId, said.effectiveDate)) })
  await attachFiles(db, dormChange, id, draft)
  const { instanceId, nextStep } = await resubmit(ctx, changeSubject, changed)
  return { id, changeNo: row.changeNo, state: 'pending' as const, instanceId, nextStep: nextStep ?? null }
})
const withdrawn = handle(withdrawChange, async (ctx, { id }) => {
  const row = await ownChange(ctx, id)
  mustAllow(dormChange, row, 'withdraw')
  if (row.state === 'waitingPeer') return void (await ctx.db.update(dormChange, id, { state: 'withdrawn' }))
  await withdraw(ctx, { bizType: 'dormChange', bizId: id })
})
const cancelled = handle(cancelChange, async (ctx, { id, reason }) => {
  const row = await ownChange(ctx, id)
  mustAllow(dormChange, row, 'cancel')
  await cancelApproved(ctx, row, reason)
})
/** 20-DM2: the reason of a partner's refusal stays between the two; approvers never see it. */
const NOT_CONFIRMED = '对方没有确认'
const answered = handle(answerSwap, async (ctx, { id, agrees }) => {
  const { db, me } = ctx
  const row = await db.unscoped(dormChange).lock(id) // the partner is checked next
  if (!me.studentId || row.peerId !== me.studentId) throw notFound()
  mustAllow(dormChange, row, 'answer')
  if (Date.parse(row.peerUntil ?? '') <= Date.now()) throw notAllowed(dormChange, row, 'answer')
  if (!agrees) {
    await expireChanges(ctx, row, { text: NOT_CONFIRMED })
    return { state: 'lapsed' as const }
  }
  const people = await locked(db, [row.studentId, me.studentId])
  const [who, peer] = [people.get(row.studentId), people.get(me.studentId)]
  if (!who) throw notFound()
  const asked: Asked = { type: 'swap', toBedId: null, peerNo: peer?.studentNo ?? null, peerName: peer?.name ?? null, effectiveDate: row.effectiveDate }
  const judged = await validate(db, who, asked, { id })
  refuseWith(judged.problems)
  const agreed = await db.update(dormChange, id, { peerConfirmedAt: new Date().toISOString(), state: 'pending' })
  // the application belongs to the first student, whoever acted last
  await submit(ctx, changeSubject, agreed, { submittedBy: me.userId })
  return { state: 'pending' as const }
})

export { NOT_CONFIRMED }
export default [apply, applyFor, again, withdrawn, cancelled, answered]
