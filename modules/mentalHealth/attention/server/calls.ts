import sql, { type Sql } from 'sql-template-tag'
import { MINUTE_MS } from '#model/days.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { closeTodosLater, openTodos } from '#server/notifications/todos.ts'
import type { Patch } from '#server/row-types.ts'
import { attentionCall, attentionCallStep } from '../model/attention-call.ts'
import type { AttentionCase } from '../model/attention-case.ts'
import { ATTENTION_MESSAGES } from '../model/messages.ts'
import { onDuty, psychologists } from './centre.ts'
import { settingsOf } from './settings.ts'

const LINK = '/mentalHealth/calls'
const bizType = attentionCall.name
const waitUntil = async (db: Db, from: number): Promise<string> => new Date(from + (await settingsOf(db)).ackMinutes * MINUTE_MS).toISOString()
/** Whom a case calls, in order: whoever follows it, the psychologists on duty, the others of the centre. Counsellor and college come behind, once they know of the case. Who
 *  makes the call knows already. */
async function chainOf(db: Db, { studentId, ownerId, backupId, openedAt }: AttentionCase): Promise<string[]> {
  const centre = await psychologists(db)
  const who = openedAt ? await studentOf(db, studentId) : undefined
  const staff = who ? [...(await staffOf(db, who, 'fdy')), ...(await staffOf(db, who, 'college'))] : []
  const may = new Set([...centre, ...staff]) // an owner who has left is not waited for
  const all = [...new Set([ownerId, backupId, ...(await onDuty(db)), ...centre, ...staff])].flatMap(id => (id && may.has(id) ? [id] : []))
  const others = all.filter(id => id !== db.me.userId)
  return others.length ? others : all
}
/** 50-MH4: calls the first; who does not acknowledge in time is followed by the next. A case that calls already goes on. */
export async function startCall(db: Db, row: AttentionCase): Promise<void> {
  const people = await chainOf(db, row)
  if (!people.length) return
  const now = Date.now()
  const nextAt = people.length > 1 ? await waitUntil(db, now) : null
  const made = await db.insertOrSkip(attentionCall, { caseId: row.id, size: people.length, reached: 1, nextAt, state: 'calling' })
  if (!made) return
  const called = new Date(now).toISOString()
  await db.insertMany(
    attentionCallStep,
    people.map((userId, i) => ({ callId: made.id, position: i + 1, userId, calledAt: i ? null : called })),
  )
  await ring(db, [made.id])
}
/** The new values of calls whose person did not answer in time. */
export const nextPerson = async (now: string, db: Db) => ({
  reached: sql`t.reached + 1`,
  nextAt: sql`case when t.reached + 1 < t.size then ${await waitUntil(db, Date.parse(now))}::timestamptz end`,
})
/** The persons whose turn it is now. */
export async function callNext(db: Db, ids: readonly string[], now: number): Promise<void> {
  const isTurn = sql`t.call_id = any(${[...ids]}::uuid[]) and t.position = (select c.reached from attention_call c where c.tenant_id = t.tenant_id and c.id = t.call_id)`
  await db.updateWhere(attentionCallStep, isTurn, { calledAt: new Date(now).toISOString() })
  await ring(db, ids)
}
/** In the application and by text message, in words that tell nothing; those who were called before keep their to-do. */
async function ring(db: Db, ids: readonly string[]): Promise<void> {
  const called = await db.query<{ callId: string; userId: string }>(sql`select c.id as "callId", s.user_id as "userId" from attention_call c
    join attention_call_step s on s.tenant_id = c.tenant_id and s.call_id = c.id and s.position = c.reached where c.tenant_id = ${db.me.tenantId} and c.id = any(${[...ids]}::uuid[])`)
  const links = { link: LINK, mobileLink: LINK } as const
  await openTodos(
    db,
    called.map(({ callId, userId }) => ({
      ...{ userId, kind: 'task' as const, title: { text: '有一件事需要你马上处理' }, bizType, bizId: callId },
      ...{ ...links, priority: 'urgent' as const },
    })),
  )
  await notifyEach(
    db,
    ATTENTION_MESSAGES.called,
    called.map(({ callId, userId }) => ({ to: [userId], bizType, bizId: callId, ...links })),
  )
}
/** Somebody takes over what is called for; nobody else is called any more. */
export const takeOver = (db: Db, which: Sql): Promise<void> => end(db, which, { state: 'taken', takenById: db.me.userId, takenAt: new Date().toISOString(), nextAt: null })
/** Nothing is left to call for. */
export const stopCalls = (db: Db, { id }: { id: string }): Promise<void> => end(db, callsOf(id), { state: 'over', nextAt: null })
export const callsOf = (caseId: string): Sql => sql`t.case_id = ${caseId}::uuid`
async function end(db: Db, which: Sql, patch: Patch<typeof attentionCall>): Promise<void> {
  const ended = await db.updateWhere(attentionCall, sql`${which} and t.state = 'calling'`, patch)
  if (ended.length) await closeTodosLater(db, { bizType, bizId: ended.map(c => c.id) }, 'done', '已处理')
}
