import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { LABOUR_MESSAGES } from '../model/messages.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { labourDuty, planWeek } from '../model/week.ts'
import { aboutEnrolment } from './about.ts'
import { firstStart } from './places.ts'
import type { Project } from './sessions.ts'
import { cleanPost, lockPlaces, mustBeWeek, mustHavePlaces, type Post } from './week.ts'

const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(labourDuty, key, values, field)
}
/** Published and not settled: who takes part is known. */
const hasMembers = ({ state, stage }: Project): boolean => stage === 'running' && ['published', 'paused', 'closed'].includes(state)
function mustBePlannable(of: Project, posts: readonly Post[]): void {
  const { name, state, enrolled } = of
  mustBeWeek(of)
  if (!hasMembers(of)) refuse('notOpen', { name, state: { text: roundStates.labels[state] } }, 'projectId')
  if (Date.now() >= firstStart(of)) refuse('begun', { name, at: schoolTimeText(new Date(firstStart(of)).toISOString()) })
  if (enrolled < posts.length) refuse('few', { name, students: enrolled, groups: posts.length }, 'posts')
  const twice = posts.find((p, n) => posts.findIndex(q => q.place === p.place) < n)
  if (twice) refuse('twice', { place: twice.place }, 'posts')
}
/** Those who take part, dealt to the groups one by one: by gender, then in the order of arrival, so that groups are alike in both. */
async function deal(db: Db, projectId: string, groups: number) {
  const rows = await db.unscoped(labourEnrolment).all({ projectId, state: 'enrolled' }) // of a project in scope
  const order = (await withStudents(db, rows)).toSorted((a, b) => a.who.genderCode.localeCompare(b.who.genderCode) || a.row.arrival - b.row.arrival)
  return order.map(({ row, who }, n) => ({ row, who, more: { group: (n % groups) + 1 } }))
}
export default handle(planWeek, async ({ db }, { projectId, posts: given, isRotating }) => {
  await lockPlaces(db)
  const project = await db.visible(labourProject).lock(projectId)
  const posts = given.flatMap(p => (p ? [cleanPost(p)] : []))
  mustBePlannable(project, posts)
  const sessions = await db.unscoped(labourSession).all({ projectId }, { sort: ['startsAt'] }) // of the project in scope
  await mustHavePlaces(
    db,
    sessions.map(s => s.id),
    posts.map(p => p.place),
    { projectId },
  )
  await db.removeWhere(labourDuty, { projectId })
  const { teacherId, ownerDepartmentId } = project
  const postOf = (group: number, turn: number): Post => posts[(group + (isRotating ? turn : 0)) % posts.length] as Post
  await db.insertMany(
    labourDuty,
    sessions.flatMap(({ id: sessionId }, turn) => posts.map((_, n) => ({ projectId, sessionId, groupNo: n + 1, ...postOf(n, turn), teacherId, ownerDepartmentId }))),
  )
  const members = await deal(db, projectId, posts.length)
  await db.updateMany(
    labourEnrolment,
    members.map(({ row, more }) => ({ id: row.id, groupNo: more.group })),
  )
  await notifyAbout(db, LABOUR_MESSAGES.grouped, aboutEnrolment, members)
  return { groups: posts.length, students: members.length }
})
