import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isAtSchool, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { consentToFound, type Founding, founderConsent, societyFounding, takeBackConsent } from '../model/founding.ts'
import { barredAmong } from './eligible.ts'

const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(societyFounding, key, values)
}
/** 60-SO1, SO2: whoever backs a founding is at school, not barred, and backs no other. The student is locked; an index settles what passes that. */
export async function bind(db: Db, who: StudentOf, of: Founding): Promise<void> {
  const { id: studentId, name, status } = who
  if (!status || !isAtSchool(status)) refuse('away', { name, status: { text: status ? STUDENT_STATUS[status] : '—' } })
  if ((await barredAmong(db, [studentId])).size) refuse('barred', { name })
  const held = await db.unscoped(founderConsent).all({ studentId }) // of the student who consents
  const open = held.find(h => h.state === 'agreed')
  if (open?.foundingId === of.id) refuse('twice', { name, founding: of.name })
  if (open) refuse('elsewhere', { name, other: (await db.unscoped(societyFounding).one(open.foundingId)).name }) // its name
  const at = new Date().toISOString()
  const before = held.find(h => h.foundingId === of.id)
  if (before) await db.update(founderConsent, before.id, { state: 'agreed', at })
  else await db.insert(founderConsent, { foundingId: of.id, studentId, state: 'agreed', at })
}
/** Founders whose consent stands, with those who must not be among them any more. */
export async function foundersOf(db: Db, foundingId: string): Promise<{ sound: StudentOf[]; barred: StudentOf[] }> {
  const rows = await db.unscoped(founderConsent).all({ foundingId, state: 'agreed' }, { sort: ['at'] }) // of the founding the caller may read
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const present = rows.flatMap(r => {
    const who = people.get(r.studentId)
    return who?.status && isAtSchool(who.status) ? [who] : []
  })
  const barred = await barredAmong(
    db,
    present.map(p => p.id),
  )
  return { sound: present.filter(p => !barred.has(p.id)), barred: present.filter(p => barred.has(p.id)) }
}
/** The founding is over, one way or the other: its founders may back another. */
export const release = (db: Db, foundingIds: readonly string[]): Promise<unknown> =>
  db.updateWhere(founderConsent, { foundingId: [...foundingIds], state: 'agreed' }, { state: 'ended' })

async function lockFounding(ctx: Ctx, id: string, verb: 'consent' | 'takeBack'): Promise<Founding> {
  if (!(await ctx.db.unscoped(societyFounding).find({ id }))) throw notFound() // whoever has the link may read it
  return ctx.db.unscoped(societyFounding).lock(id, verb) // as above
}
export default [
  handle(consentToFound, async (ctx, { id }) => {
    const who = await selfStudent(ctx, { lock: true })
    const of = await lockFounding(ctx, id, 'consent')
    if (Date.parse(of.gatherUntil) <= Date.now()) refuse('late', { founding: of.name, until: schoolTimeText(of.gatherUntil) })
    await bind(ctx.db, who, of)
  }),
  handle(takeBackConsent, async (ctx, { id }) => {
    const who = await selfStudent(ctx, { lock: true })
    const of = await lockFounding(ctx, id, 'takeBack')
    if (of.studentId === who.id) refuse('ownFounding')
    const gone = await ctx.db.updateWhere(founderConsent, { foundingId: id, studentId: who.id, state: 'agreed' }, { state: 'withdrawn' })
    if (!gone.length) throw notFound()
  }),
]
