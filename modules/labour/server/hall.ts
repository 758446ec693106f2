import { teacher } from '#modules/campus/model/people.ts'
import { venue } from '#modules/campus/model/places.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { meantForCaller } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { labourHall, offeredFields } from '../model/enrolment.ts'
import { labourProject } from '../model/project.ts'
import { ownEnrolments } from './enrol.ts'
import { queuesIn } from './places.ts'
import type { Project } from './sessions.ts'

const MOST = 200
/** Where projects are and who guides them, in words. */
export async function wordsOf(db: Db, rows: readonly Project[]): Promise<(row: Project) => { place: string | null; teacher: string | null }> {
  const [venues, teachers] = [
    new Map((await db.unscoped(venue).all({ id: rows.flatMap(r => r.venueId ?? []) })).map(v => [v.id, v.name])), // names
    new Map((await db.unscoped(teacher).all({ id: rows.map(r => r.teacherId) })).map(t => [t.id, t.name])), // names
  ]
  return row => ({ place: [venues.get(row.venueId ?? ''), row.place].filter(Boolean).join(' ') || null, teacher: teachers.get(row.teacherId) ?? null })
}
/** 劳动项目 for the caller: what is open or to come, and what is meant for them. */
export default handle(labourHall, async (ctx, { kind, category }) => {
  const { db, me } = ctx
  const studentId = ownStudentId(me)
  const where = { state: 'published' as const, 'endTime.ge': new Date().toISOString(), ...(kind && { kind }), ...(category && { category }) }
  const all = await db.unscoped(labourProject).all(where, { sort: ['endTime'], limit: MOST }) // whether it is meant for the caller is looked at next
  const rows = await meantForCaller(db, labourProject, all)
  const mine = new Map((await ownEnrolments.all(ctx)).map(e => [e.projectId, e]))
  const [words, queues] = [
    await wordsOf(db, rows),
    await queuesIn(
      db,
      rows.map(r => r.id),
      studentId,
    ),
  ]
  return rows.map(row => {
    const state = mine.get(row.id)?.state ?? null
    const { waiting = 0, position = null } = queues.get(row.id) ?? {}
    return {
      ...{ ...only(offeredFields, row), id: row.id, ...words(row), sessions: row.sessions.map(s => ({ ...s })), placesLeft: row.capacity - row.enrolled, isOpen: isOpen(row) },
      ...{ waiting, mine: state === 'cancelled' ? null : state, position },
    }
  })
})
