import sql from 'sql-template-tag'
import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { growthCategory } from '../model/dictionaries.ts'
import { growthEntry } from '../model/entry.ts'

const LIST = 'growth:growthEntry:list'
export default [
  studentFacts({
    code: 'growth',
    label: '成长台账',
    permission: LIST,
    facts: {
      hours: { label: '本学年成长时长', type: 'number', unit: '小时', otherwise: 0 },
      volunteerHours: { label: '本学年志愿公益', type: 'number', unit: '小时', otherwise: 0 },
      points: { label: '本学年成长积分', type: 'number', unit: '分', otherwise: 0 },
    },
    remedies: [{ label: '我的成长台账', link: '/growth/mine' }],
    async values(db, students, on) {
      const xn = dayAt(await calendarOf(db), on)?.xn
      return xn === undefined
        ? undefined
        : sql`select e.student_id as id, sum(e.counted_hours)::float8 as hours, coalesce(sum(e.counted_hours) filter (where e.category = 'volunteer'), 0)::float8 as "volunteerHours",
            sum(e.counted_points)::float8 as points
          from growth_entry e where e.tenant_id = ${db.me.tenantId} and e.student_id in (${students}) and e.xn = ${xn} and e.biz_date <= ${on}::date group by 1`
    },
  }),
  profilePart({
    code: 'growth.growthEntry',
    label: '成长台账',
    order: 17,
    permission: LIST,
    facts: ['growth.hours', 'growth.points'],
    list: studentId => `/growth/entries?studentId=${studentId}`,
    async lines({ db }, studentId) {
      const nameOf = await labelsOf(db, growthCategory)
      const rows = await db.query<{ category: string; hours: number }>(
        sql`select category, sum(counted_hours)::float8 as hours from ${db.visibleFor(growthEntry, LIST).rows()} e where e.student_id = ${studentId} group by 1 having sum(counted_hours) > 0 order by 2 desc`,
      )
      return rows.map(({ category, hours }) => ({ label: nameOf(category), value: { text: '{n} 小时', values: { n: hours } } }))
    },
  }),
]
