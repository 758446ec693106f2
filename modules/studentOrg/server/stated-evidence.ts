import sql from 'sql-template-tag'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'
import { GRADES, type Grade } from '../model/evaluation.ts'
import type { OrgLevel } from '../model/org.ts'
import { settingsOf } from './settings.ts'

/** Level of evidence by the level of the organisation. */
const LEVEL: Readonly<Record<OrgLevel, string>> = { school: 'school', college: 'college', grade: 'college', class: 'class' }
interface Evaluated extends Pick<EvidenceFact, 'studentId' | 'occurredOn' | 'sourceId'> {
  org: string
  post: string
  level: OrgLevel
  grade: Grade
  months: number
}
/** 60-OG9: a post counts by its grade and the months served, not by being held. The title has the grade, which point rules may ask for. */
export default evidenceSource({
  code: 'studentOrg.orgEvalResult',
  label: '学生组织任职考核',
  events: ['studentOrg.evaluated'],
  about: payloads => payloads.flatMap(({ resultIds }) => (Array.isArray(resultIds) ? resultIds.map(String) : [])),
  async facts({ db }, ids) {
    const { gradedMonths, pointsByGrade } = await settingsOf(db)
    const rows = await db.query<Evaluated>(sql`select r.student_id as "studentId", least((e.end_time at time zone 'Asia/Shanghai')::date, current_date)::text as "occurredOn",
        r.id::text as "sourceId", o.name as org, p.name as post, o.level, r.grade, r.months
      from org_eval_result r join org_evaluation e on e.tenant_id = r.tenant_id and e.id = r.evaluation_id
        join student_org o on o.tenant_id = r.tenant_id and o.id = r.org_id join org_post p on p.tenant_id = r.tenant_id and p.id = r.post_id
      where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...ids]}::uuid[]) and r.state = 'final' and r.grade is not null and r.months is not null and r.months >= ${gradedMonths}::int
        and (r.grade <> 'unfit' or not ${pointsByGrade}::boolean)`)
    return rows.map(
      ({ org, post, level, grade, months, ...row }): EvidenceFact => ({
        ...{ ...row, kind: 'office', level: LEVEL[level], quantity: months },
        title: pointsByGrade ? `${org} ${post} 考核${GRADES[grade]}` : `${org} ${post}`,
      }),
    )
  },
})
