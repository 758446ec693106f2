import sql, { raw } from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { isOnDay } from '#modules/student/server/api.ts'
import { round, roundAccounts } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { enqueueTask } from '#server/jobs/background-task.ts'
import { cqaScheme, schemeActions, schemeStages } from '../../schemes/model/scheme.ts'
import { copyTree, mustBeWhole } from '../../schemes/server/api.ts'
import { cqaSheet } from '../model/sheet.ts'
import { CALCULATION } from './jobs.ts'

type Scheme = Row<typeof cqaScheme>
const MOST_NAMED = 10
/** 50-CQ2: a student is in one scheme of a period. Two publications wait for each other, since both look at what stands. */
async function mustNotOverlap(db: Db, scheme: Scheme): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`cqa ${db.me.tenantId}`}, 0))`)
  const [other] = await db.query<{ name: string; classes: string[] }>(sql`select m.name, array_agg(distinct coalesce(c.name, '—')) as classes
    from (select a.student_id from ${await roundAccounts(db, cqaScheme, scheme)} a where a.student_id is not null) a join cqa_sheet t on t.tenant_id = ${db.me.tenantId} and t.student_id = a.student_id
      join cqa_scheme m on m.tenant_id = t.tenant_id and m.id = t.scheme_id left join stu_class c on c.tenant_id = t.tenant_id and c.id = t.class_id
    where m.id <> ${scheme.id} and m.state <> 'cancelled' and m.evidence_from <= ${scheme.evidenceTo}::date and m.evidence_to >= ${scheme.evidenceFrom}::date
    group by 1 order by count(*) desc limit 1`)
  if (other) throw refusalOf(cqaScheme, 'overlap', { other: other.name, classes: firstOf(other.classes, MOST_NAMED) })
}
const check = async ({ db }: Ctx, scheme: Scheme): Promise<void> => {
  await mustBeWhole(db, scheme)
  await mustNotOverlap(db, scheme)
}
/** 50-CQ10: a sheet for each student of the audience, with the place of the day of the snapshot; who came later or had suspended then does not take part. Answers how many. */
export async function makeSheets(db: Db, scheme: Scheme): Promise<number> {
  const place = (column: string) => sql`coalesce(h.${raw(column)}, s.${raw(column)})`
  const reason = sql`case when h.student_id is null then 'late' when h.status <> 'active' or s.status <> 'active' then 'suspended' end`
  const made = await db.insertFrom(
    cqaSheet,
    {
      ...{ schemeId: scheme.id, studentId: sql`s.id`, grade: place('grade'), departmentId: place('department_id') },
      ...{ majorId: place('major_id'), classId: place('class_id') },
      ...{ state: sql`case when ${reason} is null then 'open' else 'excluded' end`, excludedReason: reason },
    },
    sql`(select distinct a.student_id from ${await roundAccounts(db, cqaScheme, scheme)} a where a.student_id is not null) a
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = a.student_id and s.deleted_at is null and s.status in ('active', 'suspended', 'retained')
      left join class_history h on h.tenant_id = s.tenant_id and h.student_id = s.id and ${isOnDay(sql`${scheme.snapshotOn}::date`)}`,
    { history: false },
  )
  return made.length
}
async function published({ db }: Ctx, scheme: Scheme): Promise<void> {
  if (!(await makeSheets(db, scheme))) throw refusalOf(cqaScheme, 'nobody', { name: scheme.name })
  await db.update(cqaScheme, scheme.id, { calculatingSince: new Date().toISOString() })
  await enqueueTask(db, CALCULATION, scheme.id, {})
}
export default round(cqaScheme, schemeActions, {
  processType: 'cqa',
  audience: 'live',
  link: '/cqa/mine',
  moments: ['selfUntil', 'groupUntil', 'fdyUntil'],
  check,
  published,
  closed: async (_db, { name, state, stage }) => {
    if (state === 'cancelled' && stage !== 'scoring') throw refusalOf(cqaScheme, 'locked', { name, stage: { text: schemeStages.labels[stage] } })
  },
  copied: async ({ db }, from, to) => {
    await copyTree(db, from.id, to.id)
    await db.update(cqaScheme, to.id, { versionNo: from.versionNo + 1 })
  },
})
