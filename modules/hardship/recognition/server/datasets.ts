import sql from 'sql-template-tag'
import { date, dict, integer, money, text } from '#model'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { aidLevelSpan } from '../../levels/model/span.ts'
import { levelNames } from '../../levels/server/api.ts'
import { specialGroup } from '../model/dictionaries.ts'
import { aidRecognition } from '../model/recognition.ts'

const S2 = { sensitivity: 'S2' } as const
interface Pooled {
  id: string
  studentId: string
  name: string
  studentNo: string | null
  college: string | null
  className: string | null
  level: string
  from: string
  to: string
  groups: string[] | null
  annualIncome: number | null
  householdSize: number | null
}
/** The recognised students, as the provincial aid system wants them. Family columns are sensitive: they need the permission for such files, which are encrypted and logged. */
export default dataset({
  code: 'aidPool',
  label: '困难生库',
  of: aidRecognition,
  delivered: { target: 'provincialAid' },
  fields: {
    ...{ name: student.fields.name, studentNo: text('学号', { max: 20 }), idNo: student.fields.idNo, college: text('学院', { max: 60 }), className: text('班级', { max: 60 }) },
    ...{ level: text('困难等级', { max: 40 }), from: date('从'), to: date('至') },
    ...{ groups: text('特殊群体', { max: 200, ...S2 }), annualIncome: money('家庭年收入', S2), householdSize: integer('家庭人口', S2) },
  },
  filter: { level: dict('困难等级', aidLevel), on: date('在这一天') },
  async rows({ db }, { level, on }) {
    const day = typeof on === 'string' ? on : today()
    const rows =
      await db.query<Pooled>(sql`select l.id, s.id as "studentId", s.name, s.student_no as "studentNo", d.name as college, c.name as "className", l.level, l."from"::text as "from", l."to"::text as "to",
        r.groups, (r.survey_snapshot->>'annualIncome')::float8 as "annualIncome", (r.survey_snapshot->>'householdSize')::int as "householdSize"
      from ${db.visibleFor(aidLevelSpan, 'hardship:aidLevelSpan:export').rows()} l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
        left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
        left join lateral (select array(select jsonb_array_elements_text(coalesce(r.groups, '[]') || coalesce(r.accepted_groups, '[]'))) as groups, r.survey_snapshot from aid_recognition r
          where r.tenant_id = l.tenant_id and r.student_id = l.student_id and r.level is not null order by r.decided_at desc nulls last limit 1) r on true
      where ${day}::date between l."from" and l."to" ${typeof level === 'string' ? sql`and l.level = ${level}` : sql``} order by d.name, c.name, s.student_no`)
    const people = new Map((await db.unscoped(student).all({ id: rows.map(r => r.studentId) })).map(s => [s.id, s.idNo])) // the rows above are in scope
    const [nameOf, groupOf] = [await levelNames(db), await labelsOf(db, specialGroup)]
    return rows.map(({ id, studentId, groups: keys, ...row }) => ({
      ...{ id, name: row.name, college: row.college, link: `/hardship/levels?studentId=${studentId}` },
      values: { ...row, idNo: people.get(studentId) ?? null, level: nameOf(row.level).text, groups: (keys ?? []).map(groupOf).join('、') },
    }))
  },
})
