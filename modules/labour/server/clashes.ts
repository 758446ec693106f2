import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { overlaps, type TakenTime, takenTimesOf } from '#server/extensions/taken-times.ts'
import { labourProject } from '../model/project.ts'
import type { Project } from './sessions.ts'

const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(labourProject, key, values)
}
function refuseFor({ kind, name }: TakenTime, said: Record<string, unknown>): never {
  if (kind === 'lesson') return refuse('clashLesson', { ...said, course: name })
  return kind === 'leave' ? refuse('clashLeave', said) : refuse('clashSession', { ...said, other: name })
}
/** 50-LB2: what else the student has at the times of a project: lessons, leave, an activity, other labour (a place or waiting). Called under the lock of the student. */
export async function mustBeFree(db: Db, who: StudentOf, { id, name, sessions }: Project): Promise<void> {
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (!first || !last) return
  const taken = (await takenTimesOf(db, who, { from: first.start, to: last.end })).filter(t => t.sourceId !== id)
  for (const { start, end } of sessions) {
    const other = taken.find(t => overlaps(t, { from: start, to: end }))
    if (other) refuseFor(other, { name, at: schoolTimeText(start), from: schoolTimeText(other.from), to: schoolTimeText(other.to) })
  }
}
