import { type Row, refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { labourAttendance, settleProject } from '../model/attendance.ts'
import { HELD, labourEnrolment } from '../model/enrolment.ts'
import { LABOUR_MESSAGES } from '../model/messages.ts'
import { labourProject } from '../model/project.ts'
import { bucketOf, DEFAULT_WEIGHTS, hoursOf, scoreOf, tenthsOf } from '../model/rules.ts'
import { aboutEnrolment, type Enrolment } from './about.ts'
import { settleHours } from './hours.ts'
import type { Project } from './sessions.ts'

export const ENROLMENT = 'labourEnrolment'
type Attendance = Row<typeof labourAttendance>
/** What an enrolment comes to: hours within the cap, how it ended, and its score. */
function outcomeOf(project: Project, { performance, report }: Enrolment, attended: readonly Attendance[]) {
  const hours = Math.min(
    project.hoursCap,
    attended.reduce((n, a) => n + a.hours, 0),
  )
  const planned = project.sessions.reduce((n, s) => n + s.hours, 0)
  const share = Math.min(1, attended.reduce((n, a) => n + a.hours, 0) / planned)
  const state = hours > 0 ? ('completed' as const) : ('absent' as const)
  return { hours, state, score: hours > 0 ? scoreOf(project.assessment ?? DEFAULT_WEIGHTS, { attended: share, performance, report }) : null }
}
const inState = ['published', 'paused', 'closed'] as const
function mustBeOver(project: Project): void {
  const { name, sessions, state } = project
  if (!(inState as readonly string[]).includes(state)) throw refusalOf(labourProject, 'notRunning', { name })
  const last = Math.max(...sessions.map(s => Date.parse(s.end)))
  if (last > Date.now()) throw refusalOf(labourProject, 'notOver', { name, end: schoolTimeText(new Date(last).toISOString()) })
}
async function tell(db: Db, project: Project, rows: ReadonlyArray<{ row: Enrolment; hours: number }>): Promise<void> {
  const hours = new Map(rows.map(r => [r.row.id, r.hours]))
  const people = await withStudents(
    db,
    rows.map(r => r.row),
  )
  await notifyAbout(
    db,
    LABOUR_MESSAGES.hoursPosted,
    aboutEnrolment,
    people.map(one => ({ ...one, more: { hours: String(hours.get(one.row.id) ?? 0) } })),
  )
  await db.emitMany(
    'labour.hoursPosted',
    rows.map(({ row }) => ({ studentId: row.studentId, hours: hours.get(row.id) ?? 0, enrolmentId: row.id, projectId: project.id })),
  )
}
/** 50-LB6: all hours of a project at once, under its lock; settled again, only what has changed since. */
export default handle(settleProject, async ({ db }, { id }) => {
  const project = await db.visible(labourProject).lock(id, 'settle')
  mustBeOver(project)
  const held = await db.unscoped(labourEnrolment).all({ projectId: id, state: [...HELD] }, { sort: ['id'] }) // of a project in scope
  const attended = Map.groupBy(await db.unscoped(labourAttendance).all({ projectId: id }), a => a.studentId) // see above
  const of = new Map(held.map(e => [e.id, outcomeOf(project, e, attended.get(e.studentId) ?? [])]))
  const lastDay = schoolDate(project.sessions.at(-1)?.start ?? new Date().toISOString())
  const people = await withStudents(db, held)
  const changed = await settleHours(
    db,
    ENROLMENT,
    people.map(({ row, who }) => ({
      ...{ studentId: row.studentId, kind: bucketOf(project), sourceId: row.id, amount: tenthsOf(of.get(row.id)?.hours ?? 0), occurredOn: lastDay, title: project.name },
      values: { name: who.name },
    })),
  )
  await db.updateMany(
    labourEnrolment,
    held.map(({ id: row }) => ({ id: row, state: of.get(row)?.state ?? ('absent' as const), hours: of.get(row)?.hours ?? 0, score: of.get(row)?.score ?? null })),
  )
  await db.updateWhere(labourEnrolment, { projectId: id, state: 'waiting' }, { state: 'cancelled', note: '项目已结束' })
  await db.update(labourProject, id, { stage: 'settled' })
  const rows = new Map(held.map(e => [e.id, e]))
  const told = changed.flatMap(c => {
    const row = rows.get(c.sourceId)
    return row ? [{ row, hours: of.get(row.id)?.hours ?? 0 }] : []
  })
  await tell(db, project, told)
  return { people: held.length, changed: changed.length, hours: hoursOf(changed.reduce((n, c) => n + c.amount, 0)) }
})
