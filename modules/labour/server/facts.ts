import sql from 'sql-template-tag'
import { auditItem } from '#server/extensions/graduation-items.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { progressOf } from './progress.ts'

const LIST = 'labour:labourGrade:list'
export default [
  studentFacts({
    code: 'labour',
    label: '劳动教育',
    permission: LIST,
    facts: {
      hours: { label: '劳动学时', type: 'number', unit: '学时', otherwise: 0 },
      courseHours: { label: '劳动课程学时', type: 'number', unit: '学时', otherwise: 0 },
      isMet: { label: '劳动教育达标', type: 'bool', otherwise: false },
    },
    remedies: [{ label: '查看我的劳动', link: '/labour/mine' }],
    values: async (db, students) => sql`select x.id, x.hours::float8 as hours, x.course::float8 as "courseHours", coalesce(g.is_met, false) as "isMet"
      from (${progressOf(db, students)}) x left join labour_grade g on g.tenant_id = ${db.me.tenantId} and g.student_id = x.id and g.plan_id = x.plan_id`,
  }),
  /** 30-GR1: whoever has a requirement and has not met it. */
  auditItem({
    ...{ code: 'labour', title: '劳动教育', order: 45, need: { text: '劳动教育达标' } },
    said: n => ({ text: '还差 {n} 学时，或者劳动周、成绩没有达到', values: { n: Number(n) } }),
    judge: async (db, students) => sql`select x.id, false as pass, (x.course_gap + x.daily_gap + x.production_gap + x.service_gap)::float8::text as actual
      from (${progressOf(db, students)}) x left join labour_grade g on g.tenant_id = ${db.me.tenantId} and g.student_id = x.id and g.plan_id = x.plan_id where not coalesce(g.is_met, false)`,
  }),
  profilePart({
    code: 'labour.hours',
    label: '劳动教育',
    order: 62,
    permission: LIST,
    facts: ['labour.hours', 'labour.courseHours'],
    list: studentId => `/labour/hours?studentId=${studentId}`,
    async lines({ db }, studentId) {
      const n = await db.visibleFor(labourEnrolment, LIST).count({ studentId, state: 'completed' })
      return [n ? { label: '完成劳动项目', value: { text: '{n} 个', values: { n } } } : null]
    },
  }),
]
