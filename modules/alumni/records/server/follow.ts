import sql, { type Sql } from 'sql-template-tag'
import { type Db, onMany } from '#server/context.ts'
import { alumnus, alumnusStudy } from '../model/alumnus.ts'
import { settingsOf } from './settings.ts'

const AFTER = { history: false } as const
/** When the present standing began, and with it the year somebody left. */
const leftIn = sql`(select extract(year from h."from")::int from class_history h where h.tenant_id = s.tenant_id and h.student_id = s.id and h."to" is null order by h."from" desc limit 1)`
const majorName = sql`(select m.name from major m where m.tenant_id = s.tenant_id and m.id = s.major_id)`
/**
 * 30-AL1, AL2: makes the studies of these students agree with how they stand now, in a few statements for any number of them. Whoever has graduated or completed is an alumnus with that
 * study; two studies of one person are one row. A study that was taken back goes, and with its last one whoever has added nothing of their own.
 */
export async function followStudents(db: Db, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  const { includeIncomplete } = await settingsOf(db)
  const ended = includeIncomplete ? sql`('graduated', 'completed', 'incomplete')` : sql`('graduated', 'completed')`
  const these = sql`s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[]) and s.person_id is not null`
  const gone = await db.removeWhere(alumnusStudy, sql`s.tenant_id = t.tenant_id and s.id = t.student_id and ${these} and s.status not in ${ended}`, {
    from: sql`student s`,
    returning: ['alumnusId'],
    ...AFTER,
  })
  const left = sql`(select distinct on (s.person_id) s.* from student s where ${these} and s.status in ${ended} order by s.person_id, s.enrol_date desc nulls last) s`
  // old alumni whom the school had registered by their number
  await db.updateWhere(alumnus, sql`t.person_id is null and t.code = s.student_no`, { personId: sql`s.person_id` }, { from: left, ...AFTER })
  await db.insertFrom(
    alumnus,
    { code: sql`s.student_no`, name: sql`s.name`, personId: sql`s.person_id`, source: 'auto' },
    sql`${left} where not exists (select from alumnus a where a.tenant_id = s.tenant_id and a.person_id = s.person_id)`,
    { skipExisting: true, ...AFTER },
  )
  await db.insertFrom(
    alumnusStudy,
    {
      ...{ alumnusId: sql`a.id`, studentId: sql`s.id`, studentNo: sql`s.student_no`, departmentId: sql`s.department_id`, majorName, classId: sql`s.class_id`, level: sql`s.level` },
      ...{ enrolYear: sql`coalesce(extract(year from s.enrol_date)::int, s.grade)`, leaveYear: leftIn, result: sql`s.status` },
    },
    sql`student s join alumnus a on a.tenant_id = s.tenant_id and a.person_id = s.person_id where ${these} and s.status in ${ended}`,
    { skipExisting: true, ...AFTER },
  )
  await showLatest(db, sql`select a.id from alumnus a join student s on s.tenant_id = a.tenant_id and s.person_id = a.person_id where ${these}`)
  const bereft = gone.map(g => g.alumnusId)
  if (!bereft.length) return
  const nothing = sql`t.id = any(${bereft}::uuid[]) and t.source = 'auto' and t.last_confirmed is null and t.user_id is null
    and not exists (select from alumnus_study y where y.tenant_id = t.tenant_id and y.alumnus_id = t.id) and not exists (select from donation d where d.tenant_id = t.tenant_id and d.alumnus_id = t.id)
    and not exists (select from alumni_club_member m where m.tenant_id = t.tenant_id and m.alumnus_id = t.id) and not exists (select from alumni_club_post p where p.tenant_id = t.tenant_id and p.alumnus_id = t.id)
    and not exists (select from alumni_club_founding g where g.tenant_id = t.tenant_id and g.alumnus_id = t.id) and not exists (select from alumni_club_founder o where o.tenant_id = t.tenant_id and o.alumnus_id = t.id)
    and not exists (select from alumni_enrolment e where e.tenant_id = t.tenant_id and e.alumnus_id = t.id)`
  await db.removeWhere(alumnus, nothing, AFTER)
}
/** An alumnus shows the latest study. */
const showLatest = (db: Db, which: Sql): Promise<unknown> =>
  db.updateWhere(
    alumnus,
    sql`t.id = l.alumnus_id`,
    { leaveYear: sql`l.leave_year`, departmentId: sql`l.department_id`, majorName: sql`l.major_name`, className: sql`l.class_name` },
    {
      from: sql`(select distinct on (y.alumnus_id) y.alumnus_id, y.leave_year, y.department_id, y.major_name, c.name as class_name
        from alumnus_study y left join stu_class c on c.tenant_id = y.tenant_id and c.id = y.class_id
        where y.tenant_id = ${db.me.tenantId} and y.alumnus_id in (${which}) order by y.alumnus_id, y.leave_year desc nulls last, y.student_no desc) l`,
      ...AFTER,
    },
  )
/** Told of every change of standing, its reversal among them; what counts is how the student stands now, so order and repetition do not matter. */
export default onMany('student.statusChanged', 'alumni.follow', ({ db }, payloads) =>
  followStudents(db, [...new Set(payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : [])))]),
)
