import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import type { KINDS } from '../model/rollover-line.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import { rolloverRun } from '../model/rollover-run.ts'
import { offeredYears } from './offered-years.ts'
import { planRun } from './plan.ts'
import { type RolloverYears, stepsOf } from './step.ts'

interface Past {
  step: string
  kind: keyof typeof KINDS
  rowEntity: string
  title: Sql
  departmentId: Sql
  from: Sql
}
/** What the roll-over to this year did, read off its rows. */
function pastOf({ toXn }: RolloverYears): Past[] {
  const grade = Number(toXn.slice(0, 4))
  const none = sql`null::uuid`
  return [
    { step: 'campus.year', kind: 'create', rowEntity: 'schoolYear', title: sql`x.xn`, departmentId: none, from: sql`school_year x where x.xn = ${toXn}` },
    { step: 'campus.year', kind: 'create', rowEntity: 'term', title: sql`x.name`, departmentId: none, from: sql`term x where x.xn = ${toXn}` },
    {
      step: 'campus.gradeMajor',
      kind: 'create',
      rowEntity: 'gradeMajor',
      title: sql`x.name`,
      departmentId: sql`x.department_id`,
      from: sql`grade_major x where x.grade = ${grade}`,
    },
    { step: 'campus.newClasses', kind: 'create', rowEntity: 'stuClass', title: sql`x.name`, departmentId: sql`x.department_id`, from: sql`stu_class x where x.grade = ${grade}` },
    { step: 'campus.endClasses', kind: 'close', rowEntity: 'stuClass', title: sql`x.name`, departmentId: sql`x.department_id`, from: sql`stu_class x where x.state = 'ended'` },
    {
      ...{ step: 'campus.endStaff', kind: 'close', rowEntity: 'classStaff', title: sql`c.name || ' ' || t.name`, departmentId: sql`c.department_id` },
      from: sql`class_staff x join stu_class c on c.tenant_id = x.tenant_id and c.id = x.class_id and c.state = 'ended' join teacher t on t.tenant_id = x.tenant_id and t.id = x.teacher_id where x.end_date = c.expected_end`,
    },
  ]
}
async function finishedRun(db: Db, { fromXn, toXn }: RolloverYears, officerId: string): Promise<void> {
  const [startedAt, endedAt] = [moment(-96, '15:02'), moment(-96, '15:03')]
  const steps = stepsOf(db).map(({ code, title }) => ({ code, title, state: 'done' as const, startedAt, endedAt }))
  const { id } = await db.insert(rolloverRun, { fromXn, toXn, state: 'done', steps, previewedAt: moment(-97, '09:40'), startedById: officerId, startedAt, endedAt })
  let total = 0
  for (const { step, kind, rowEntity, title, departmentId, from } of pastOf({ fromXn, toXn })) {
    const stepTitle = steps.find(s => s.code === step)?.title ?? ''
    const written = await db.insertFrom(
      rolloverLine,
      {
        ...{ runId: sql`${id}::uuid`, step, stepTitle, kind, rowEntity, title, departmentId, state: 'done', doneAt: endedAt },
        ...{ seq: sql`${total} + row_number() over (order by x.created_at, x.id)`, key: sql`x.id::text`, rowId: sql`x.id::text`, doneVersion: sql`x.version` },
      },
      sql`${from} and x.tenant_id = ${db.me.tenantId}`,
      { history: false },
    )
    total += written.length
  }
  await db.update(rolloverRun, id, { total, done: total })
}
/** The roll-over of last year, finished, and the preview of the next one, with exceptions that wait. */
export async function demoRollover(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const [past, next] = await offeredYears(db)
  if (!officer || !past || !next) return
  await finishedRun(db, past, officer.id)
  const { fromXn, toXn } = next
  await planRun(db, await db.insert(rolloverRun, { fromXn, toXn, steps: [] }))
}
