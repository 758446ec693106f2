import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { givenNumber } from '../model/given-number.ts'
import { numberRule } from '../model/number-rule.ts'
import { numberRun } from '../model/number-run.ts'
import { USUAL_SEGMENTS } from '../model/segments.ts'

/** year4+dept2+major2+class2+seq2, by which the youngest grade got its numbers, and a rule for the grade that comes. */
export default async function demo(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const [newest] = await db.query<{ grade: number; first: string; last: string; count: number }>(sql`
    select grade, min(student_no) as first, max(student_no) as last, count(*)::int as count from student
    where tenant_id = ${db.me.tenantId} and deleted_at is null and status = 'active' and class_id is not null group by grade order by grade desc limit 1`)
  if (!officer || !newest) return
  const { grade, first, last, count } = newest
  const usual = { segments: USUAL_SEGMENTS, seqScope: 'class' as const, order: ['class' as const, 'pinyin' as const] }
  const rule = await db.insert(numberRule, { name: `${grade} 级学号`, grade, ...usual })
  await db.insert(numberRule, { name: `${grade + 1} 级学号`, grade: grade + 1, ...usual })
  const run = await db.insert(numberRun, { ruleId: rule.id, count, firstNo: first, lastNo: last, byId: officer.id, createdAt: moment(-83, '10:12') })
  await db.insertFrom(
    givenNumber,
    {
      ...{ runId: sql`${run.id}::uuid`, studentId: sql`s.id`, studentNo: sql`s.student_no`, scopeKey: sql`s.grade || ':class:' || s.class_id` },
      seq: sql`row_number() over (partition by s.class_id order by s.student_no)::int`,
    },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and s.class_id is not null and s.grade = ${grade}`,
    { history: false },
  )
}
