import type { Row } from '#model'
import { spansOverlap } from '#model/school-time.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { CAMPUS_MESSAGES } from '../model/messages.ts'
import { stuClass } from '../model/organisation.ts'
import { overRatio } from '../model/organisation-rules.ts'
import { CLASS_ROLES, classStaff, TEACHER_STATUS, teacher } from '../model/people.ts'
import { handOver, previewHandOver } from '../model/people-actions.ts'
import { tellStaffChanged } from './relations.ts'
import { fdyLimits } from './settings.ts'
import { type ClassRole, holdersOn, loads, type Relation } from './staffing.ts'
import { type Handed, handOverItems, students } from './student-side.ts'
import { accountsOfTeachers } from './teacher-accounts.ts'

type Ctx = Pick<ActionCtx<typeof previewHandOver>, 'db' | 'refuse'>
interface Hand {
  fromTeacherId: string
  toTeacherId: string
  role: ClassRole
  classIds?: string[] | null
  date: string
  docNo?: string | null
  reason?: string | null
}
interface Passing {
  class: Row<typeof stuClass>
  relation: Relation
}
/** Locks the classes in a fixed order (no deadlocks) and collects the relations to hand over; refuses conflicts, naming class and holder. */
async function passing(ctx: Ctx, hand: Hand): Promise<Passing[]> {
  const { db, refuse } = ctx
  const teachers = await db.cached(teacher)
  const [from, to] = [teachers.get(hand.fromTeacherId), teachers.get(hand.toTeacherId)]
  if (hand.fromTeacherId === hand.toTeacherId) refuse('samePerson', {}, 'toTeacherId')
  if (to && (to.status === 'left' || to.status === 'retired')) refuse('receiverLeft', { teacher: to.name, label: TEACHER_STATUS[to.status] }, 'toTeacherId')
  const classIds = hand.classIds?.length ? hand.classIds : await heldBy(ctx, hand)
  if (!classIds.length) refuse('nothingHeld', { teacher: from?.name, date: hand.date }, 'fromTeacherId')
  const found: Passing[] = []
  for (const id of [...new Set(classIds)].sort()) found.push(await passingOf(ctx, hand, await db.visible(stuClass).lock(id)))
  return found
}
/** Without named classes: all relations of the giver on that day within the caller's scope. */
async function heldBy({ db }: Ctx, { fromTeacherId, role, date }: Hand): Promise<string[]> {
  const rows = await db.visible(classStaff).all({ teacherId: fromTeacherId, role })
  return rows.filter(r => r.startDate < date && (r.endDate === null || r.endDate > date)).map(r => r.classId)
}
async function passingOf({ db, refuse }: Ctx, { fromTeacherId, toTeacherId, role, date }: Hand, cls: Row<typeof stuClass>): Promise<Passing> {
  const teachers = await db.cached(teacher)
  const name = (id: string | undefined): string => teachers.get(id ?? '')?.name ?? '—'
  const all = await db.unscoped(classStaff).all({ classId: cls.id, role }) // re-read after acquiring the lock: another officer may just have handed it over
  const relation = all.find(r => r.teacherId === fromTeacherId && (r.endDate === null || r.endDate > date))
  const shown = { className: cls.name, teacher: name(fromTeacherId), label: CLASS_ROLES[role], date }
  if (!relation) return refuse('notHeld', { ...shown, holder: name(all.find(r => r.isPrimary && (r.endDate === null || r.endDate > date))?.teacherId) }, 'classIds')
  if (relation.startDate >= date) refuse('beforeStart', { ...shown, startDate: relation.startDate }, 'date')
  const second = all.find(r => r.teacherId === toTeacherId && spansOverlap(r, { startDate: date, endDate: relation.endDate }))
  if (second) refuse('alreadyHolds', { ...shown, teacher: name(toTeacherId), startDate: second.startDate }, 'toTeacherId')
  return { class: cls, relation }
}
const countOf = (counts: ReadonlyMap<string, number>, passed: readonly Passing[]): number => passed.reduce((n, p) => n + (counts.get(p.class.id) ?? 0), 0)

/** What other modules have open of the giver about these classes. */
const openOf = (db: Db, hand: Handed): Promise<Array<{ label: string; count: number }>> =>
  Promise.all(db.registered(handOverItems).map(async ({ label, count }) => ({ label, count: await count(db, hand) })))
/** 30-BR4: both people hear of it. */
async function tellBoth(db: Db, { fromTeacherId, toTeacherId, date }: Hand, passed: readonly Passing[], counts: { open: number; students: number }): Promise<void> {
  const teachers = await db.cached(teacher)
  const accounts = await accountsOfTeachers(db, [fromTeacherId, toTeacherId])
  const account = (id: string): string[] => [accounts.get(id) ?? []].flat()
  const values = { classes: passed.length, names: passed.map(p => p.class.name).join('、'), date, ...counts }
  const about = { bizType: 'stuClass', bizId: passed[0]?.class.id ?? '', link: '/campus/class-staff' }
  await notify(db, CAMPUS_MESSAGES.handedOver, { ...about, to: account(fromTeacherId), values: { ...values, teacher: teachers.get(toTeacherId)?.name ?? '' } })
  await notify(db, CAMPUS_MESSAGES.takenOver, { ...about, to: account(toTeacherId), values: { ...values, teacher: teachers.get(fromTeacherId)?.name ?? '' } })
}

export default [
  handle(previewHandOver, async (ctx, hand) => {
    const { db } = ctx
    const passed = await passing(ctx, hand)
    const classIds = passed.map(p => p.class.id)
    const counts = await students(db).countByClass(db, classIds)
    const items = await openOf(db, { ...hand, classIds })
    const receiverStudents =
      hand.role === 'fdy' ? ((await loads(db, await holdersOn(db), [hand.toTeacherId])).get(hand.toTeacherId) ?? 0) + countOf(counts, passed) : countOf(counts, passed)
    return {
      classes: passed.map(p => ({ id: p.class.id, name: p.class.name, studentCount: counts.get(p.class.id) ?? 0, startDate: p.relation.startDate })),
      classCount: passed.length,
      studentCount: countOf(counts, passed),
      items,
      receiverStudents,
      receiverOver: hand.role === 'fdy' ? overRatio(receiverStudents, (await fdyLimits(ctx, [hand.toTeacherId]))(hand.toTeacherId)) : 0,
    }
  }),
  /** Closes the giver's relations on that day and opens the receiver's, all or none. */
  handle(handOver, async (ctx, hand) => {
    const { db } = ctx
    const passed = await passing(ctx, hand)
    const { toTeacherId, role, date } = hand
    const classIds = passed.map(p => p.class.id)
    const open = (await openOf(db, { ...hand, classIds })).reduce((n, item) => n + item.count, 0)
    for (const { class: cls, relation } of passed) {
      const why = { docNo: hand.docNo ?? null, reason: hand.reason ?? null }
      await db.update(classStaff, relation.id, { endDate: date })
      await db.insert(classStaff, { classId: cls.id, teacherId: toTeacherId, role, startDate: date, endDate: relation.endDate, isPrimary: relation.isPrimary, ...why })
      await tellStaffChanged(db, { classId: cls.id, role, fromTeacherId: hand.fromTeacherId, toTeacherId, on: date })
    }
    const studentCount = countOf(await students(db).countByClass(db, classIds), passed)
    await tellBoth(db, hand, passed, { open, students: studentCount })
    return { classCount: passed.length, studentCount }
  }),
]
