import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { labourAttendance } from '../model/attendance.ts'
import { labourAccount, labourHours } from '../model/hours.ts'
import { myLabour } from '../model/my-labour.ts'
import { NEEDS } from '../model/plan.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { BUCKET_NAMES, hoursOf } from '../model/rules.ts'
import { labourDuty } from '../model/week.ts'
import { ownEnrolments } from './enrol.ts'
import { wordsOf } from './hall.ts'
import { firstStart } from './places.ts'
import { planFor } from './plans.ts'
import { progressOf } from './progress.ts'

const RECENT = 60
export default handle(myLabour, async ctx => {
  const { db, me } = ctx
  const studentId = ownStudentId(me)
  const who = await db.unscoped(student).one(studentId) // one's own
  const plan = await planFor(db, who)
  const [progress] = await db.query<{ weeks: number }>(sql`select x.weeks from (${progressOf(db, sql`select ${studentId}::uuid`)}) x`)
  const account = await db.unscoped(labourAccount).find({ studentId }) // one's own
  const enrolments = (await ownEnrolments.all(ctx)).filter(e => e.state !== 'cancelled')
  const projects = new Map((await db.unscoped(labourProject).all({ id: enrolments.map(e => e.projectId) })).map(p => [p.id, p])) // of one's own enrolments
  const sessions = Map.groupBy(await db.unscoped(labourSession).all({ projectId: [...projects.keys()] }, { sort: ['startsAt'] }), s => s.projectId) // see above
  const duties = await db.unscoped(labourDuty).all({ projectId: [...projects.keys()] }) // see above
  const attended = new Map((await db.unscoped(labourAttendance).all({ studentId })).map(a => [a.sessionId, a])) // one's own
  const entries = await db.unscoped(labourHours).all({ studentId }, { sort: ['-occurredOn'], limit: RECENT }) // one's own
  const words = await wordsOf(db, [...projects.values()])
  return {
    hours: BUCKET_NAMES.map(kind => ({ kind, got: hoursOf(account?.[kind] ?? 0), need: plan ? plan[NEEDS[kind]] : null })),
    weeks: progress?.weeks ?? 0,
    weeksNeeded: plan ? plan.weeksPerYear * Math.ceil(who.duration ?? 1) : null,
    projects: enrolments.flatMap(({ id, projectId, state, hours, score, groupNo }) => {
      const of = projects.get(projectId)
      if (!of) return []
      const cancelUntil = new Date(firstStart(of) - of.cancelBeforeHours * HOUR_MS).toISOString()
      const shown = (sessions.get(projectId) ?? []).map(s => {
        const duty = duties.find(d => d.sessionId === s.id && d.groupNo === groupNo)
        return {
          start: s.startsAt,
          end: s.endsAt,
          hours: s.hours,
          duty: duty ? [duty.place, duty.work, duty.tools].filter(Boolean).join(' · ') : null,
          attended: attended.get(s.id)?.state ?? null,
        }
      })
      return [{ ...{ id, name: of.name, kind: of.kind, category: of.category, place: words(of).place, groupNo, state, cancelUntil, hours, score, sessions: shown } }]
    }),
    entries: entries.map(({ id, occurredOn, kind, title, amount }) => ({ id, occurredOn, kind, title, hours: hoursOf(amount) })),
  }
})
