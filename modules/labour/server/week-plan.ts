import { withStudents } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { labourDuty, weekPlan } from '../model/week.ts'
import { mustBeWeek } from './week.ts'

export default handle(weekPlan, async ({ db }, { projectId }) => {
  const project = await db.visible(labourProject).one(projectId)
  mustBeWeek(project)
  const sessions = await db.unscoped(labourSession).all({ projectId }, { sort: ['startsAt'] }) // of the project in scope
  const duties = await db.unscoped(labourDuty).all({ projectId }) // see above
  const rows = await db.unscoped(labourEnrolment).all({ projectId, state: ['enrolled', 'completed', 'absent'] }, { sort: ['arrival'] }) // see above
  const members = Map.groupBy(await withStudents(db, rows), ({ row }) => row.groupNo)
  const now = Date.now()
  const isOver = new Map(sessions.map(s => [s.id, Date.parse(s.endsAt) <= now]))
  return {
    hasBegun: sessions.some(s => Date.parse(s.startsAt) <= now),
    enrolled: rows.length,
    sessions: sessions.map(({ id, startsAt, endsAt }) => ({ id, start: startsAt, end: endsAt })),
    groups: [...Map.groupBy(duties, d => d.groupNo)]
      .toSorted(([a], [b]) => a - b)
      .map(([no, of]) => ({
        no,
        members: (members.get(no) ?? []).map(({ who }) => who.name),
        duties: of.map(({ id, sessionId, place, work, tools }) => ({ id, sessionId, place, work, tools, isOver: isOver.get(sessionId) ?? false })),
      })),
  }
})
