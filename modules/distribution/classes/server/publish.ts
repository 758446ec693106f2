import sql from 'sql-template-tag'
import { moveToClasses, studentOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { publishPlan } from '../model/actions.ts'
import { distributionLine } from '../model/line.ts'
import { DISTRIBUTION_MESSAGES } from '../model/messages.ts'
import { distributionPlan } from '../model/plan.ts'
import { classesOf, type Line, type Person, type Plan, peopleOf } from './division.ts'

const SOURCE = 'distribution'
const LINK = '/campus/my-class'
type Placed = Line & { classId: string }
const isPlaced = (line: Line): line is Placed => line.classId !== null

/** 30-SN3: writes the classes, tells the students, and lets the other modules know by one event each. What changed about the students since the preview is refused, not overwritten. */
export default handle(publishPlan, async ({ db, me, refuse }, { id }) => {
  const plan = await db.visible(distributionPlan).lock(id, 'publish')
  const lines = (await db.unscoped(distributionLine).all({ planId: id })).filter(isPlaced) // the plan is the caller's
  if (!lines.length) refuse('nobody')
  const people = new Map((await peopleOf(db, plan)).map(p => [p.id, p]))
  const changed = lines.filter(l => !fits(l, people.get(l.studentId)))
  if (changed.length) refuse('changed', { count: changed.length, name: await nameOf(db, changed[0]?.studentId) })
  const over = await fullClass(db, plan, people, lines)
  if (over) refuse('noRoom', over)
  const moved = await moveToClasses(
    db,
    lines.map(l => ({ id: l.studentId, classId: l.classId })),
    SOURCE,
  )
  if (moved.length < lines.length) refuse('changed', { count: lines.length - moved.length, name: await nameOf(db, lines.find(l => !moved.includes(l.studentId))?.studentId) })
  const told = await tell(db, plan, lines, people)
  await db.update(distributionPlan, id, { state: 'published', publishedAt: new Date().toISOString(), publishedBy: me.userId })
  return { placed: moved.length, told }
})
/** Still without a class, in the grade-major the preview saw. */
const fits = (line: Placed, who: Person | undefined): boolean => who !== undefined && who.classId === null && who.gradeMajorId === line.gradeMajorId
const nameOf = async (db: Db, studentId = ''): Promise<string> => (await studentOf(db, studentId))?.name ?? '—'

/** A class that would hold more than its capacity, with those who came into it by other ways meanwhile. */
async function fullClass(db: Db, plan: Plan, people: ReadonlyMap<string, Person>, lines: readonly Placed[]) {
  const before = Map.groupBy(people.values(), p => p.classId)
  const placed = Map.groupBy(lines, l => l.classId)
  for (const { id, name, capacity } of await classesOf(db, plan)) {
    const count = (before.get(id)?.length ?? 0) + (placed.get(id)?.length ?? 0)
    if (placed.has(id) && count > capacity) return { className: name, count, capacity }
  }
  return undefined
}
interface Account {
  studentId: string
  userId: string
}
/** Students who have no account of the school yet are told in the welcome area. */
async function tell(db: Db, plan: Plan, lines: readonly Placed[], people: ReadonlyMap<string, Person>): Promise<number> {
  const accounts = await db.query<Account>(sql`
    select distinct on (a.student_id) a.student_id as "studentId", a.id as "userId" from active_account a
    where a.tenant_id = ${db.me.tenantId} and a.realm in ('admin', 'welcome') and a.student_id = any(${lines.map(l => l.studentId)}::uuid[]) order by a.student_id, a.realm`)
  const classes = new Map((await classesOf(db, plan)).map(c => [c.id, c.name]))
  const placed = new Map(lines.map(l => [l.studentId, classes.get(l.classId) ?? '—']))
  const each = accounts.map(({ studentId, userId }) => ({
    to: [userId],
    values: { plan: plan.name, name: people.get(studentId)?.name ?? '', className: placed.get(studentId) ?? '' },
    bizType: 'distributionPlan',
    bizId: plan.id,
    link: LINK,
    mobileLink: LINK,
  }))
  await notifyEach(db, DISTRIBUTION_MESSAGES.placed, each)
  return each.length
}
