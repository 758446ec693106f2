import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolClock, schoolDate, schoolTimeText } from '#model/school-time.ts'
import { lessonTimes } from '#modules/campus/server/api.ts'
import { leaveSpans } from '#modules/leave/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { labourProject } from '../model/project.ts'
import type { Project } from './sessions.ts'

const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(labourProject, key, values)
}
/** 50-LB2: what else the student has at the times of a project: other labour (a place or waiting), lessons, leave. Called under the lock of the student. */
export async function mustBeFree(db: Db, who: StudentOf, { id, name, sessions }: Project): Promise<void> {
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (!first || !last) return
  const others = await db.query<{ name: string; from: string; to: string }>(sql`select p.name, s.starts_at as "from", s.ends_at as "to" from labour_enrolment e
    join labour_session s on s.tenant_id = e.tenant_id and s.project_id = e.project_id join labour_project p on p.tenant_id = e.tenant_id and p.id = e.project_id
    where e.tenant_id = ${db.me.tenantId} and e.student_id = ${who.id} and e.project_id <> ${id} and e.state in ('enrolled', 'waiting')
      and s.starts_at < ${last.end}::timestamptz and s.ends_at > ${first.start}::timestamptz`)
  const lessons = who.classId ? await lessonTimes(db, { classIds: [who.classId] }, schoolDate(first.start), schoolDate(last.end)) : []
  const leaves = await leaveSpans(db, { from: first.start, to: last.end }, [who.id])
  for (const { start, end } of sessions) {
    const said = { name, at: schoolTimeText(start) }
    const isIn = (from: string, to: string): boolean => Date.parse(from) < Date.parse(end) && Date.parse(to) > Date.parse(start)
    const other = others.find(o => isIn(o.from, o.to))
    if (other) refuse('clashSession', { ...said, other: other.name, from: schoolTimeText(other.from), to: schoolTimeText(other.to) })
    const [day, begin] = [schoolDate(start), schoolClock(start)]
    const over = schoolDate(end) > day ? '24:00' : schoolClock(end)
    const lesson = lessons.find(l => l.date === day && l.begin.slice(0, 5) < over && l.end.slice(0, 5) > begin)
    if (lesson) refuse('clashLesson', { ...said, course: lesson.courseName, from: lesson.begin.slice(0, 5), to: lesson.end.slice(0, 5) })
    const leave = leaves.find(l => isIn(l.from, l.to))
    if (leave) refuse('clashLeave', { ...said, from: schoolTimeText(leave.from), to: schoolTimeText(leave.to) })
  }
}
