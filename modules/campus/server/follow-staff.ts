import sql from 'sql-template-tag'
import { holdersOf } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { CAMPUS_MESSAGES } from '../model/messages.ts'
import { stuClass } from '../model/organisation.ts'
import { CLASS_ROLES, teacher } from '../model/people.ts'
import { type StaffChange, tellStaffChanged } from './relations.ts'
import { type ClassRole, holderOf, holdersOn } from './staffing.ts'
import { students } from './student-side.ts'

const PAGE = '/campus/class-staff'
/** 30-BR7: the office has one todo as long as running classes have no counsellor. */
async function askForStaff(db: Db): Promise<void> {
  const held = await holdersOn(db)
  const lacking = [...(await db.cached(stuClass)).values()].filter(c => c.state === 'active' && !holderOf(held, c.id, 'fdy'))
  const title = { text: '{n} 个班没有辅导员', values: { n: lacking.length } }
  const officers = lacking.length ? await holdersOf(db, 'officer') : []
  const people = officers.map(officer => officer.id)
  await keepTask(db, { bizType: 'classWithoutFdy' }, people, { title, link: PAGE, priority: 'high' }, '都有辅导员')
}
/** The class learns who counsels or heads it, and the number to call. */
async function tellClass(db: Db, { classId, role, fromTeacherId, toTeacherId, on: date, isDay }: Partial<StaffChange>): Promise<void> {
  const who = (await db.cached(teacher)).get(toTeacherId ?? '')
  if (!who || !classId || !role || isDay || fromTeacherId === toTeacherId) return
  const values = { className: (await db.cached(stuClass)).get(classId)?.name ?? '', role: { text: CLASS_ROLES[role] }, teacher: who.name, date: date ?? '', phone: who.phone }
  const link = '/campus/my-class'
  await notify(db, CAMPUS_MESSAGES.newStaff, { to: await students(db).accountsOf(db, [classId]), values, bizType: 'stuClass', bizId: classId, link, mobileLink: link })
}
/** Relations that begin or end today were told when they were entered; what follows from them follows today. */
async function staffDay(db: Db): Promise<number> {
  const day = today()
  const changes = await db.query<{ classId: string; role: ClassRole; fromTeacherId: string | null; toTeacherId: string | null }>(sql`
    select coalesce(b.class_id, e.class_id) as "classId", coalesce(b.role, e.role) as role, e.teacher_id as "fromTeacherId", b.teacher_id as "toTeacherId"
    from (select * from class_staff where tenant_id = ${db.me.tenantId} and start_date = ${day}::date and created_at < ${day}::date) b
      full join (select * from class_staff where tenant_id = ${db.me.tenantId} and end_date = ${day}::date and updated_at < ${day}::date) e on e.class_id = b.class_id and e.role = b.role`)
  for (const change of changes) await tellStaffChanged(db, { ...change, on: day, isDay: true })
  await askForStaff(db)
  return changes.length
}
export default [
  on('campus.classStaffChanged', 'campus.staffFollow', async ({ db }, payload) => {
    await tellClass(db, payload)
    await askForStaff(db)
  }),
  scheduledJob('campus.staffDay', '带班关系生效', '4 0 * * *', staffDay),
]
