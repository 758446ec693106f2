import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentOf, withStudents } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { type AttentionCase, attentionCase, attentionFollowUp, isSevere } from '../../attention/model/attention-case.ts'
import { isPsychologist, layersOf } from '../../attention/server/api.ts'
import { assessReturn, attentionHandover, type HandoverReason, openHandover, openHandovers, signHandover } from '../model/handover.ts'
import { receiversOf } from './receivers.ts'

interface Line {
  id: string
  studentId: string
  reason: HandoverReason
  at: string
  level: AttentionCase['level']
  ownerId: string | null
  backupId: string | null
}
/** Cases the caller has a layer of, and for the centre those of students who have come back; of these, what the caller has to sign. */
const waiting = handle(openHandovers, async ({ db, me }) => {
  const back = isPsychologist(db) ? sql`h.reason = 'returned'` : sql`false`
  const rows = await db.query<Line>(sql`select h.id, h.student_id as "studentId", h.reason, h.at, c.level, c.owner_id as "ownerId", c.backup_id as "backupId"
    from attention_handover h join attention_case c on c.tenant_id = h.tenant_id and c.id = h.case_id
    where h.tenant_id = ${me.tenantId} and h.signed_at is null and (${back} or h.case_id in (select x.id from ${await layersOf(db, sql`and t.state = 'handover'`)} x where x.layer > 0)) order by c.level, h.at, h.id`)
  const told = await withStudents(db, rows)
  const receivers = await receiversOf(
    db,
    told.map(({ row, who }) => ({ reason: row.reason, row, who })),
  )
  const own = told.filter((_, n) => receivers[n]?.includes(me.userId))
  const nameOf = await accountNamer(
    db,
    own.map(({ row }) => row.ownerId),
  )
  return own.map(({ row: { id, level, reason, at, ownerId }, who: { name, studentNo, className } }) => ({
    id,
    name,
    studentNo,
    className,
    level,
    reason,
    at,
    owner: ownerId && nameOf(ownerId),
  }))
})
/** An open handover with its case, for whoever has to sign it; for everybody else there is none. */
async function own(db: Db, id: string) {
  const handover = await db.unscoped(attentionHandover).find({ id }) // decided below
  const who = handover && (await studentOf(db, handover.studentId))
  const row = handover && (await db.unscoped(attentionCase).find({ id: handover.caseId })) // the same
  if (!(who && row)) throw notFound()
  const [receivers = []] = await receiversOf(db, [{ reason: handover.reason, row, who }])
  // administrators hold every permission; the centre is a role
  if (!receivers.includes(db.me.userId) || (handover.reason === 'returned' && !isPsychologist(db))) throw notFound()
  return { handover, row }
}
/** The same, locked as everybody locks: the student, the case, the handover. Of two who sign the second finds it signed. */
async function lockedOwn(db: Db, id: string) {
  const { handover } = await own(db, id)
  await studentOf(db, handover.studentId, { lock: true })
  await db.unscoped(attentionCase).lock(handover.caseId) // the caller's to sign
  await db.unscoped(attentionHandover).lock(id) // the same
  const now = await own(db, id)
  if (now.handover.signedAt) throw refusalOf(attentionHandover, 'signed')
  return now
}
const open = handle(openHandover, async ({ db }, { id }) => {
  const { row, handover } = await own(db, id)
  if (handover.signedAt) throw refusalOf(attentionHandover, 'signed')
  return { watchFor: row.watchFor, agreedActions: row.agreedActions }
})
/** A case raised meanwhile waits for the centre as before. */
async function signed(db: Db, id: string, row: AttentionCase, patch: Partial<AttentionCase>): Promise<void> {
  await db.updateWhere(attentionHandover, { id }, { signedById: db.me.userId, signedAt: new Date().toISOString() }, { history: false })
  await db.update(attentionCase, row.id, { ...patch, state: row.state === 'handover' ? 'open' : row.state })
  await closeTodos(db, { bizType: attentionHandover.name, bizId: id }, 'done', '已签收')
}
/** Whoever signs a milder case has it from then on; a severe one stays with the centre. */
function newOwner({ level, ownerId, backupId }: AttentionCase, userId: string): Partial<AttentionCase> {
  if (isSevere(level) || ownerId === userId) return {}
  return { ownerId: userId, backupId: backupId === userId ? ownerId : backupId }
}
const sign = handle(signHandover, async ({ db, me }, { id, note }) => {
  const { handover, row } = await lockedOwn(db, id)
  if (handover.reason === 'returned') throw refusalOf(attentionHandover, 'assess')
  await db.insert(attentionFollowUp, { caseId: row.id, byId: me.userId, at: new Date().toISOString(), way: 'other', layer: 'ml1', content: note.trim(), nextOn: null })
  await signed(db, id, row, newOwner(row, me.userId))
})
/** 复学评估: what was found stays with the team; counsellor and college read what to watch for. */
const assess = handle(assessReturn, async ({ db, me }, { id, assessment, watchFor, agreedActions }) => {
  const { handover, row } = await lockedOwn(db, id)
  if (handover.reason !== 'returned') throw refusalOf(attentionHandover, 'noReturn')
  await db.insert(attentionFollowUp, { caseId: row.id, byId: me.userId, at: new Date().toISOString(), way: 'face', layer: 'ml2', content: assessment.trim(), nextOn: null })
  await signed(db, id, row, { watchFor: watchFor.trim(), agreedActions: agreedActions.trim() })
})
export default [waiting, open, sign, assess]
