import sql from 'sql-template-tag'
import { genderCode } from '#model/national.ts'
import { percentOf } from '#model/percent.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { dictGroup, entityGroup, type Grouping, valueGroup } from '#server/statistics/groupings.ts'
import { awardItem } from '../../items/model/award-item.ts'
import { awardRecord } from '../model/award-record.ts'
import { awardStatistics } from '../model/statistics.ts'

const byProvince: Grouping = {
  key: sql`source_province`,
  async labels(db) {
    const all = await cantonsByCode(db)
    return key => all.get(key)?.name ?? key
  },
  isOrdered: false,
  isPersonal: true,
}
const LIST = 'award:awardRecord:list'
/** Who was awarded in the span: individual awards that hold. */
export default answerStatistics(awardStatistics, {
  rows: ({ db }, { from, to }) => sql`(select r.*, s.major_id, s.gender_code, s.source_province, h.level as aid_level
    from ${db.visible(awardRecord).rows()} r join award_item i on i.tenant_id = r.tenant_id and i.id = r.item_id and i.subject = 'student'
      join student s on s.tenant_id = r.tenant_id and s.id = r.student_id left join (${levelsOn(db, sql`select id from student where tenant_id = ${db.me.tenantId}`, today())}) h on h.id = s.id
    where r.state = 'valid' and r.granted_on between ${from}::date and ${to}::date)`,
  sums: { awards: sql`count(*)::int`, students: sql`count(distinct student_id)::int`, amount: sql`coalesce(sum(amount), 0)::float8` },
  people: { count: sql`count(distinct student_id)::int`, listedBy: LIST },
  by: {
    byCollege: entityGroup(sql`department_id`, department),
    byMajor: entityGroup(sql`major_id`, major, { most: 60 }),
    byGender: dictGroup(sql`gender_code`, genderCode, { isPersonal: true }),
    byOrigin: byProvince,
    byHardship: dictGroup(sql`aid_level`, aidLevel, { isPersonal: true }),
    byItem: entityGroup(sql`item_id`, awardItem),
    byYear: valueGroup(sql`xn`),
  },
  each: ({ awards, students, amount }) => ({ awards, students, amount, average: students ? Math.round(amount / students) : null }),
  async more({ db }) {
    const [found] = await db.query<{ pupils: number; never: number }>(sql`select count(*)::int as pupils,
        count(*) filter (where not exists (select from award_record r join award_item i on i.tenant_id = r.tenant_id and i.id = r.item_id and i.subject = 'student'
          where r.tenant_id = ${db.me.tenantId} and r.student_id = s.id and r.state = 'valid'))::int as never
      from ${db.visibleFor(student, awardStatistics.permission).rows()} s where s.status = 'active'`)
    const { pupils = 0, never = 0 } = found ?? {}
    return { pupils, never, neverShare: percentOf(never, pupils) }
  },
})
