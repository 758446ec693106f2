import { mustAllow, notAllowed } from '#model'
import { studentByNo, studentOf, studentsOf } from '#modules/student/server/api.ts'
import { refuseWith, submit } from '#modules/workflow/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { answerSwap, applyChangeFor } from '../model/actions.ts'
import { dormChange } from '../model/dorm-change.ts'
import { changeSubject } from '../model/flow.ts'
import { changes } from './application.ts'
import { expireChanges, NOT_CONFIRMED } from './end-changes.ts'
import { closePeer } from './notify.ts'
import { type ChangeInput, validate } from './validate.ts'

/** 20-DM2: the swap partner agrees or not. */
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
  const people = await studentsOf(db, [row.studentId, me.studentId], { lock: true })
  const [who, peer] = [people.get(row.studentId), people.get(me.studentId)]
  if (!who) throw notFound()
  const asked: ChangeInput = { type: 'swap', toBedId: null, peerNo: peer?.studentNo ?? null, peerName: peer?.name ?? null, effectiveDate: row.effectiveDate }
  const judged = await validate(db, who, asked, { id })
  refuseWith(dormChange, judged.violations)
  const agreed = await db.update(dormChange, id, { peerConfirmedAt: new Date().toISOString(), state: 'pending' })
  await closePeer(db, row, '已同意')
  // the application belongs to the first student, whoever acted last
  await submit(ctx, changeSubject, agreed, { submittedBy: me.userId })
  return { state: 'pending' as const }
})
/** The office applies for a student, by number. */
const applyFor = handle(applyChangeFor, async (ctx, { studentNo, overrideReason, ...said }) => {
  const { db, me } = ctx
  countTriedNumbers(me, 1)
  const found = await studentByNo(db, studentNo.trim())
  const who = found && (await studentOf(db, found.id, { lock: true }))
  if (!who) return ctx.refuse('studentUnknown', { studentNo }, 'studentNo')
  const swap = { type: 'move', peerNo: null, peerName: null } as const
  return changes.submit(ctx, { who, swap }, { ...said, ...swap }, { given: { overrideReason: overrideReason ?? null }, submittedBy: me.studentId === who.id ? null : me.userId })
})
export default [answered, applyFor]
