import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { LABOUR_MESSAGES } from '../model/messages.ts'
import { labourProject } from '../model/project.ts'
import { aboutEnrolment } from './about.ts'
import type { Project } from './sessions.ts'
import { joinGroups } from './week.ts'

export const firstStart = ({ sessions }: Pick<Project, 'sessions'>): number => Math.min(...sessions.map(s => Date.parse(s.start)))
interface Queue {
  waiting: number
  position: number | null
}
/** How many wait for a place in each of these projects, and where in the order of arrival a student stands; projects for which nobody waits are left out. */
export async function queuesIn(db: Db, projectIds: readonly string[], studentId: string | null = null): Promise<ReadonlyMap<string, Queue>> {
  const found = await db.query<
    Queue & { id: string }
  >(sql`select e.project_id as id, count(*)::int as waiting, nullif(count(*) filter (where e.arrival <= own.arrival), 0)::int as position
    from labour_enrolment e left join labour_enrolment own on own.tenant_id = e.tenant_id and own.project_id = e.project_id and own.student_id = ${studentId}::uuid and own.state = 'waiting'
    where e.tenant_id = ${db.me.tenantId} and e.state = 'waiting' and e.project_id = any(${[...projectIds]}::uuid[]) group by 1`)
  return new Map(found.map(f => [f.id, f]))
}
/** Numbers nobody edits: they leave the version of the project alone. */
export const setCounts = (db: Db, id: string, set: Partial<Pick<Project, 'enrolled' | 'arrivals'>>): Promise<unknown> =>
  db.updateWhere(labourProject, { id }, set, { bookkeeping: true })
/** 50-LB1: whoever waits longest moves up into free places, until the first session begins, and is told. Holds the project. */
export async function fillPlaces(db: Db, projectId: string): Promise<void> {
  const project = await db.unscoped(labourProject).lock(projectId) // of the caller's own act
  const free = project.capacity - project.enrolled
  if (free <= 0 || project.stage === 'settled' || project.state === 'cancelled' || Date.now() >= firstStart(project)) return
  const next = await db.unscoped(labourEnrolment).all({ projectId, state: 'waiting' }, { sort: ['arrival'], limit: free }) // the project's own
  if (!next.length) return
  await db.updateMany(
    labourEnrolment,
    next.map(({ id }) => ({ id, state: 'enrolled' as const })),
  )
  await setCounts(db, projectId, { enrolled: project.enrolled + next.length })
  await joinGroups(db, project)
  const at = schoolTimeText(new Date(firstStart(project)).toISOString())
  await notifyAbout(
    db,
    LABOUR_MESSAGES.movedUp,
    aboutEnrolment,
    (await withStudents(db, next)).map(one => ({ ...one, more: { at } })),
  )
}
/** Enrolments that end before the project: their places are free again. Projects are locked in the order of their ids, before enrolments. */
export async function giveUp(db: Db, rows: ReadonlyArray<{ id: string; projectId: string }>, note: string | null): Promise<void> {
  const projects = await db.unscoped(labourProject).lockAll([...new Set(rows.map(r => r.projectId))]) // of rows the caller has found
  for (const project of projects) {
    const ids = rows.filter(r => r.projectId === project.id).map(r => r.id)
    const held = await db.unscoped(labourEnrolment).count({ id: ids, state: 'enrolled' }) // under the lock of their project
    await db.updateWhere(labourEnrolment, { id: ids, state: ['enrolled', 'waiting'] }, { state: 'cancelled', note, groupNo: null })
    if (!held) continue
    await setCounts(db, project.id, { enrolled: project.enrolled - held })
    await fillPlaces(db, project.id)
  }
}
