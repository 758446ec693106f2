import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { allFound, changeMany } from '../../places/server/api.ts'
import { dormViolation } from '../model/violation.ts'
import { askStatement, makeStatement, waiveStatement } from '../model/violation-actions.ts'
import { concerned, concernedAccounts, mustBe } from './concerned.ts'
import { settingsOf } from './settings.ts'
import type { Violation } from './violation.ts'
import { changeViolation, violationTodos } from './violation-todos.ts'

const ask = handle(askStatement, async (ctx, { ids: given }) => {
  const { db } = ctx
  const ids = given.flatMap(id => id ?? [])
  allFound(await db.visible(dormViolation).all({ id: ids }), ids)
  await db.query(sql`select 1 from dorm_violation where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[]) order by id for no key update`)
  const rows = await db.unscoped(dormViolation).all({ id: ids }) // found within the scope just before
  for (const row of rows) mustBe(row, 'ask')
  const { violationStatementDays } = await settingsOf(db)
  const now = Date.now()
  const due = new Date(now + violationStatementDays * DAY_MS).toISOString()
  await changeMany(db, dormViolation, rows, { askedAt: new Date(now).toISOString(), statementDue: due })
  const asked = await concernedAccounts(
    db,
    rows.map(row => ({ ...row, statementDue: due })),
  )
  await violationTodos.open(
    db,
    'statement',
    asked.map(one => ({ ...one, more: { until: schoolTimeText(due) } })),
  )
  return { asked: rows.length }
})
/** A violation concerning the reader, locked; others' are "not found". */
async function own({ db, me }: Ctx, id: string): Promise<Violation> {
  const row = await db.unscoped(dormViolation).lock(id) // the caller is checked next
  const people = (await concerned(db, [row])).get(id) ?? []
  if (!me.studentId || !people.includes(me.studentId)) throw notFound()
  return row
}
const hear = (db: Db, row: Violation, patch: Partial<Violation>): Promise<Violation> => changeViolation(db, row.id, { state: 'heard', heardAt: new Date().toISOString(), ...patch })
const state = handle(makeStatement, async (ctx, { id, statement }) => {
  const row = await own(ctx, id)
  mustBe(row, 'state')
  await hear(ctx.db, row, { statement, statedBy: ctx.me.studentId, heardAs: 'stated' })
})
const waive = handle(waiveStatement, async (ctx, { id }) => {
  const row = await own(ctx, id)
  mustBe(row, 'waive')
  await hear(ctx.db, row, { statedBy: ctx.me.studentId, heardAs: 'waived' })
})
export default [ask, state, waive]
