import { type InputOf, type Row, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { type Asking, handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { settingsReader } from '#server/params/settings.ts'
import { growthEntry } from '../model/entry.ts'
import { objectionSubject } from '../model/flow.ts'
import { growthObjection } from '../model/objection.ts'
import { objecting } from '../model/objection-application.ts'
import { GROWTH_PARAMETERS } from '../model/parameters.ts'
import { type Entry, postGrowth, reversedAmong, reverseGrowth } from './post.ts'

type Objection = Row<typeof growthObjection>
type Form = Omit<InputOf<typeof objecting.resubmit>, 'id'>
const AMOUNTS = ['hours', 'points', 'labourHours'] as const
const settingsOf = settingsReader('growth', GROWTH_PARAMETERS)
/** The last day of an objection, by entry. */
export async function lastDayOf(db: Db): Promise<(entry: Pick<Entry, 'createdAt'>) => string> {
  const { objectionDays } = await settingsOf(db)
  return ({ createdAt }) => addDays(schoolDate(createdAt), objectionDays)
}
/** The objection to each of these entries, unless it was withdrawn. */
export async function objectionsTo(db: Db, entryIds: readonly string[]): Promise<Map<string, Objection>> {
  const rows = await db.unscoped(growthObjection).all({ entryId: [...entryIds], state: ['pending', 'returned', 'approved', 'rejected'] }) // of the caller's entries
  return new Map(rows.map(o => [o.entryId, o]))
}
async function violationsOf(db: Db, entry: Entry, form: Form) {
  const due = (await lastDayOf(db))(entry)
  const { title } = entry
  const isReversed = entry.reversesId !== null || (await reversedAmong(db, [entry.id])).size > 0
  return [
    ...(isReversed ? [{ key: 'reversed', values: { title } }] : []),
    ...(today() > due ? [{ key: 'late', values: { title, day: schoolDate(entry.createdAt), due } }] : []),
    ...(AMOUNTS.every(name => (form[name] ?? 0) === entry[name]) ? [{ key: 'same', values: { title }, field: 'hours' }] : []),
  ]
}
async function validate({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form & { entryId?: string }, { row }: Asking<Objection>) {
  const entry = await db.unscoped(growthEntry).find({ id: row?.entryId ?? form.entryId ?? '', studentId: who.id }) // the student's own
  if (!entry) throw notFound()
  return { violations: await violationsOf(db, entry, form), entry }
}
/** Upheld: what was recorded is reversed, and what should have been is posted in its place. */
async function correct({ db }: Pick<Ctx, 'db'>, { id, entryId, studentId, hours, points, labourHours, grounds }: Objection): Promise<void> {
  const { title, category, bizDate } = await db.unscoped(growthEntry).one(entryId) // of the objection
  const [done] = await reverseGrowth(db, [entryId], grounds)
  if (!done) throw refusalOf(growthObjection, 'reversed', { title })
  if (!hours && !points && !labourHours) return
  const source = { sourceType: growthObjection.name, sourceId: id, confirmerId: db.me.userId || null, reason: grounds.slice(0, 200) }
  await postGrowth(db, [{ studentId, category, title, bizDate, hours, points, labourHours, ...source }])
}
export default handleApplication(growthObjection, objecting, {
  subject: objectionSubject,
  link: () => '/growth/mine',
  validate,
  formOf: row => row,
  draft: ({ hours, points, labourHours, grounds, proofs }) => ({ hours: hours ?? 0, points: points ?? 0, labourHours: labourHours ?? 0, grounds, proofs: proofs ?? [] }),
  initial: async (_ctx, _who, _input, { entry }) => ({ entryId: entry.id, title: entry.title, bizDate: entry.bizDate, organiserId: entry.confirmerId }),
  taken: 'running',
  describe: async (_db, { title }, { name }) => ({ title: { text: '{name} 对成长记录“{title}”有异议', values: { name, title: title ?? '' } }, facts: {} }),
  approved: correct,
}).registrations
