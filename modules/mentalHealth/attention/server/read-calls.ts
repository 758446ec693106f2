import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attentionCall, attentionCallStep } from '../model/attention-call.ts'
import { attentionCase } from '../model/attention-case.ts'
import { myCalls, takeCall } from '../model/call-actions.ts'
import { takeOver } from './calls.ts'
import { layersOf } from './layers.ts'

/** Calls with their people. The caller decides who may read them. */
export async function callSheets(db: Db, where: { id: readonly string[] } | { caseId: string }) {
  const calls = await db.unscoped(attentionCall).all(where, { sort: ['-createdAt'] }) // as said above
  const steps = await db.unscoped(attentionCallStep).all({ callId: calls.map(c => c.id) }, { sort: ['position'] }) // of these calls
  const people = [...new Set(steps.map(s => s.userId))]
  const nameOf = await accountNamer(db, [...people, ...calls.map(c => c.takenById)])
  const phones = await db.query<{ id: string; phone: string | null }>(
    sql`select id, mobile as phone from sys_user where tenant_id = ${db.me.tenantId} and id = any(${people}::uuid[])`,
  )
  const phoneOf = new Map(phones.map(p => [p.id, p.phone]))
  return calls.map(({ id, caseId, createdAt, state, takenById, takenAt, nextAt }) => ({
    ...{ id, caseId, at: createdAt, state, takenById, takenBy: takenById && nameOf(takenById), takenAt, nextAt },
    people: steps.filter(s => s.callId === id).map(({ id: step, userId, calledAt }) => ({ id: step, name: nameOf(userId), phone: phoneOf.get(userId) ?? null, calledAt })),
  }))
}
/** What calls the caller now, and what the caller has taken over and still has to do with. */
const mine = handle(myCalls, async ({ db, me }) => {
  const called = await db.query<{ id: string }>(sql`select c.id from attention_call c join ${await layersOf(db)} x on x.id = c.case_id
    where c.tenant_id = ${me.tenantId} and x.layer > 0 and x.state <> 'closed' and (c.taken_by_id = ${me.userId} or c.state = 'calling' and exists (
      select from attention_call_step s where s.tenant_id = c.tenant_id and s.call_id = c.id and s.user_id = ${me.userId} and s.called_at is not null))`)
  const sheets = await callSheets(db, { id: called.map(c => c.id) })
  const cases = new Map((await db.unscoped(attentionCase).all({ id: sheets.map(c => c.caseId) })).map(c => [c.id, c.studentId])) // the caller has a layer of them
  const students = await studentsOf(db, [...cases.values()])
  return sheets.flatMap(({ caseId, takenById, ...sheet }) => {
    const who = students.get(cases.get(caseId) ?? '')
    if (!who) return []
    const { name, className, phone, emergencyName: contactName, emergencyPhone: contactPhone } = who
    return [{ ...sheet, isMine: takenById === me.userId, name, className, phone, contactName, contactPhone }]
  })
})
const wasCalled = async (db: Db, callId: string): Promise<boolean> => (await db.unscoped(attentionCallStep).all({ callId, userId: db.me.userId })).some(s => s.calledAt !== null) // the caller's own
/** Of two at once the second is told who was first. */
const take = handle(takeCall, async ({ db }, { id }) => {
  if (!(await wasCalled(db, id))) throw notFound()
  const { state, takenById } = await db.unscoped(attentionCall).lock(id) // the caller was called
  if (state === 'taken') throw refusalOf(attentionCall, 'taken', { name: (await accountNamer(db, [takenById]))(takenById) })
  if (state === 'over') throw refusalOf(attentionCall, 'over')
  await takeOver(db, sql`t.id = ${id}::uuid`)
})
export default [mine, take]
