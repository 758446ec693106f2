import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { attentionHandover, type HandoverReason } from '../model/handover.ts'
import { HANDOVER_MESSAGES } from '../model/messages.ts'
import { receiversOf } from './receivers.ts'

const LINK = '/mentalHealth/handovers'
const UNDER_CARE = ['open', 'handover'] as const
/** 50-MH11: the cases of these students wait for whoever receives them. Students are locked first, in one order; a case that waits already waits for the newer reason. */
export async function beginHandover(db: Db, reasons: ReadonlyMap<string, HandoverReason>): Promise<void> {
  const concerned = await db.unscoped(attentionCase).all({ studentId: [...reasons.keys()], state: [...UNDER_CARE] }) // the module acts for the school
  if (!concerned.length) return
  const students = await studentsOf(
    db,
    concerned.map(c => c.studentId),
    { lock: true },
  )
  const moved = await db.updateWhere(
    attentionCase,
    { studentId: [...students.keys()], state: [...UNDER_CARE] },
    { state: 'handover' },
    { returning: ['id', 'studentId', 'level', 'ownerId', 'backupId'] },
  )
  const caseIds = moved.map(c => c.id)
  const known = new Map((await db.unscoped(attentionHandover).all({ caseId: caseIds, signedAt: null })).map(h => [h.caseId, h])) // of the cases just locked
  const at = new Date().toISOString()
  const reasonOf = (studentId: string): HandoverReason => reasons.get(studentId) as HandoverReason
  const fresh = moved.filter(c => !known.has(c.id)).map(c => ({ caseId: c.id, studentId: c.studentId, reason: reasonOf(c.studentId), at }))
  await db.insertMany(attentionHandover, fresh, { history: false })
  // whoever has come back is assessed first, whatever else has changed; only leaving again ends that
  const renewed = [...known.values()].filter(h => h.reason !== 'returned' || ['suspended', 'left'].includes(reasonOf(h.studentId)))
  for (const [reason, rows] of Map.groupBy(renewed, h => reasonOf(h.studentId)))
    await db.updateWhere(attentionHandover, { id: rows.map(h => h.id) }, { reason, at }, { history: false })
  await tellReceivers(db, caseIds)
}
/** To-dos of exactly those who have to sign now, in words that say nothing. */
async function tellReceivers(db: Db, caseIds: readonly string[]): Promise<void> {
  const open = await db.unscoped(attentionHandover).all({ caseId: [...caseIds], signedAt: null }) // just written
  const cases = new Map((await db.unscoped(attentionCase).all({ id: [...caseIds] })).map(c => [c.id, c])) // the same
  const students = await studentsOf(
    db,
    open.map(h => h.studentId),
  )
  const handed = open.flatMap(h => {
    const [row, who] = [cases.get(h.caseId), students.get(h.studentId)]
    return row && who ? [{ id: h.id, reason: h.reason, row, who }] : []
  })
  const receivers = await receiversOf(db, handed)
  await closeTodos(db, { bizType: attentionHandover.name, bizId: handed.map(h => h.id) }, 'done', '已转交')
  const draft = { kind: 'task', title: { text: '有一项工作等你处理' }, bizType: attentionHandover.name, link: LINK, mobileLink: LINK } as const
  await openTodos(
    db,
    handed.flatMap((h, n) => (receivers[n] ?? []).map(userId => ({ ...draft, userId, bizId: h.id }))),
  )
  const to = [...new Set(receivers.flat())]
  if (to.length) await notify(db, HANDOVER_MESSAGES.begun, { to, values: {}, link: LINK, mobileLink: LINK })
}
