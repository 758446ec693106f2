import { type InputOf, refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { REVERSAL } from '#model/ledger.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentNumbers, studentsByNo, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { tsItem } from '../model/item.ts'
import { pointAccount, pointEntry, pointLedger, reversePoints } from '../model/ledger.ts'
import { byRecorder, byStaff, type Recording } from '../model/record-actions.ts'
import { balanceOf, pointsOf } from '../model/rules.ts'
import { tsScheme } from '../model/scheme.ts'
import { inScheme } from './audience.ts'
import { creditsOf } from './credits.ts'
import { periodFor } from './periods.ts'
import { entriesOf, type Item, postPoints, reversedAmong, takeBack } from './post-points.ts'
import { type Asking, type Rights, recorderRights, staffRights } from './record-rights.ts'
import { settingsOf } from './settings.ts'
import { signedAmount } from './signed-amount.ts'

type RightsOf = (ctx: Asking) => Promise<Rights>
type Input = InputOf<typeof byStaff.record>
const RECORD = 'record'
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(byStaff.record, key, values, field)

/** What is asked of the points of an item, whoever gives them: within its range, with a quantity where it is counted so. */
export function mustFit(item: Item, points: number, quantity?: number | null): number {
  const { name, pointsMin: min, pointsMax: max, unit } = item
  if (points < min || points > max) throw refuse('range', { item: name, min, max, points }, 'points')
  if (unit !== 'once' && !quantity) throw refuse('quantity', { item: name }, 'quantity')
  return signedAmount(item, points, quantity)
}
/** A day that has come, within a period, and not before anybody of them was at school. */
export async function mustBeDay(db: Db, item: Item, day: string, students: readonly StudentOf[]): Promise<void> {
  if (day > today()) throw refuse('future', { day }, 'occurredOn')
  const dates = new Map((await db.unscoped(student).all({ id: students.map(s => s.id) })).map(s => [s.id, s.enrolDate])) // the caller has found them
  const early = students.find(s => day < (dates.get(s.id) ?? ''))
  if (early) throw refuse('early', { name: early.name, enrolled: dates.get(early.id), day }, 'occurredOn')
  const scheme = await db.unscoped(tsScheme).one(item.schemeId) // schemes are open to everybody
  if (!(await periodFor(db, scheme, day))) throw refuse('noTerm', { day }, 'occurredOn')
  const inside = await inScheme(db, scheme, students)
  const outside = students.find(s => !inside.has(s.id))
  if (outside) throw refuse('notInScheme', { name: outside.name, scheme: scheme.name }, 'studentIds')
}
async function mustBeOwn({ me }: Asking, rights: Rights, item: Item, students: readonly StudentOf[]): Promise<void> {
  if (students.some(s => s.id === me.studentId || s.userId === me.userId)) throw refuse('self', {}, 'studentIds')
  const allowed = await rights.among(students, item.id)
  const other = students.find(s => !allowed.has(s.id))
  if (other) throw refuse('notYours', { name: other.name }, 'studentIds')
}
async function record(ctx: Asking, rightsOf: RightsOf, { batchId, itemId, studentIds, occurredOn, points, quantity, reason }: Input) {
  const { db, me } = ctx
  const rights = await rightsOf(ctx)
  const item = rights.items.find(i => i.id === itemId)
  if (!item) throw refuse('item', { item: (await db.cached(tsItem)).get(itemId)?.name ?? itemId }, 'itemId')
  const ids = [...new Set(studentIds)].filter(id => id !== null).toSorted()
  const students = [...(await studentsOf(db, ids)).values()]
  if (students.length < ids.length) throw notFound()
  await mustBeOwn(ctx, rights, item, students)
  if (item.direction === 'deduct' && !reason?.trim()) throw refuse('noReason', {}, 'reason')
  const amount = mustFit(item, points, quantity)
  await mustBeDay(db, item, occurredOn, students)
  await postPoints(
    db,
    ids.map((studentId, n) => ({
      ...{ studentId, item, amount, occurredOn, reason: reason?.trim() || null, recorderId: me.userId },
      sourceType: RECORD,
      sourceId: batchId,
      sourceSeq: n + 1,
    })),
  )
  // also of a batch that comes again
  const made = (await entriesOf(db, RECORD, [batchId])).filter(e => e.recorderId === me.userId)
  const first = Math.min(...made.map(e => Date.parse(e.createdAt)), Date.now())
  const { undoMinutes } = await settingsOf(db)
  const over = made.filter(e => e.kind === 'over')
  return { people: new Set(made.map(e => e.studentId)).size, over: new Set(over.map(e => e.studentId)).size, undoUntil: new Date(first + undoMinutes * MINUTE_MS).toISOString() }
}
async function undo({ db, me }: Asking, batchId: string) {
  const { undoMinutes } = await settingsOf(db)
  const since = Date.now() - undoMinutes * MINUTE_MS
  const own = (await entriesOf(db, RECORD, [batchId])).filter(e => e.recorderId === me.userId && Date.parse(e.createdAt) >= since)
  if (!own.length) throw refuse('noBatch', { minutes: undoMinutes })
  await takeBack(db, own, '登记撤销')
  return { people: new Set(own.map(e => e.studentId)).size }
}
async function desk(ctx: Asking, rightsOf: RightsOf) {
  const { items, classes } = await rightsOf(ctx)
  const schemes = await ctx.db.cached(tsScheme)
  return {
    classes: await classes(),
    items: items.map(({ id, name, schemeId, direction, unit, pointsMin: min, pointsMax: max }) => ({
      id,
      name,
      scheme: schemes.get(schemeId)?.name ?? '',
      direction,
      unit,
      min,
      max,
    })),
  }
}
/** Students of a class, or one by number, as far as the caller may record anything for them. */
async function people(ctx: Asking, rightsOf: RightsOf, { classId, studentNo }: { classId?: string | null; studentNo?: string | null }) {
  const { db } = ctx
  const rights = await rightsOf(ctx)
  const found = studentNo ? await studentsByNo(db, [studentNo]) : classId && (await rights.classes()).some(c => c.id === classId) ? await classmates(db, classId) : []
  const allowed = await rights.among(found)
  return found
    .filter(s => allowed.has(s.id) && s.id !== ctx.me.studentId)
    .map(({ id, name, studentNo, className }) => ({ id, name, studentNo, className }))
    .sort((a, b) => (a.studentNo ?? '').localeCompare(b.studentNo ?? ''))
}
const classmates = async (db: Db, classId: string): Promise<StudentOf[]> => {
  const rows = await db.unscoped(student).all({ classId, hasRecord: true }) // a class the caller records for
  return [
    ...(
      await studentsOf(
        db,
        rows.map(r => r.id),
      )
    ).values(),
  ]
}
const verbs = (by: Recording, rightsOf: RightsOf) => [
  handle(by.record, (ctx, input) => record(ctx, rightsOf, input as Input)),
  handle(by.undo, (ctx, { batchId }) => undo(ctx, batchId)),
  handle(by.desk, ctx => desk(ctx, rightsOf)),
  handle(by.people, (ctx, input) => people(ctx, rightsOf, input)),
]
const reverse = handle(reversePoints, async ({ db }, { id, reason }) => {
  const row = await db.visible(pointEntry).one(id)
  if (row.sourceType === REVERSAL) throw refusalOf(reversePoints, 'reversal')
  if (!(await takeBack(db, [row], reason))) throw refusalOf(reversePoints, 'reversed')
})
export default [
  ...verbs(byStaff, staffRights),
  ...verbs(byRecorder, recorderRights),
  reverse,
  ledgerCheck(pointLedger, { role: 'officer', link: '/totalScore/entries' }),
  ...studentNumbers(pointAccount),
  ...studentNumbers(pointEntry),
  compute(pointAccount, ['balance', 'credits'], async ({ db }, rows) => {
    const schemes = await db.cached(tsScheme)
    const credits = await creditsOf(
      db,
      rows.map(r => r.id),
    )
    for (const row of rows) {
      const scheme = schemes.get(row.schemeId)
      Object.assign(row, { balance: scheme ? balanceOf(scheme, row.points) : null, credits: credits.get(row.id) ?? null })
    }
  }),
  compute(pointEntry, ['points', 'isReversed'], async ({ db }, rows) => {
    const reversed = await reversedAmong(
      db,
      rows.flatMap(r => r.id ?? []),
    )
    for (const row of rows) Object.assign(row, { points: row.kind === 'counted' ? pointsOf(row.amount ?? 0) : 0, isReversed: reversed.has(row.id ?? '') })
  }),
]
