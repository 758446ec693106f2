import type { InputOf, Row } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentNumbers } from '#modules/student/server/api.ts'
import { type Asking, handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { pointRequest, shown } from '../model/application.ts'
import { pointSubject } from '../model/flow.ts'
import { tsItem } from '../model/item.ts'
import { pointApplication } from '../model/point-application.ts'
import { amountOf, pointsOf } from '../model/rules.ts'
import { tsScheme } from '../model/scheme.ts'
import { inScheme } from './audience.ts'
import { periodFor } from './periods.ts'
import { type Item, postPoints } from './post-points.ts'
import { openItems } from './record-rights.ts'

type Form = Omit<InputOf<typeof pointRequest.resubmit>, 'id'>
type Applied = Row<typeof pointApplication>
type Asked = Pick<Form, 'itemId' | 'occurredOn' | 'points' | 'quantity'>
export const SOURCE = 'pointApplication'
const MINE = '/totalScore/requests'
const itemOf = async (db: Db, id: string): Promise<Item | undefined> => (await db.cached(tsItem)).get(id)
const totalOf = (item: Item | undefined, { points, quantity }: Pick<Form, 'points' | 'quantity'>): number =>
  pointsOf(amountOf(points * (item && item.unit !== 'once' ? (quantity ?? 1) : 1)))
/** 50-TS3 and what is asked of all points. `on`: the day on which it was first asked for. */
async function violationsOf(db: Db, who: StudentOf, { itemId, occurredOn: day, points, quantity }: Asked, on: string) {
  const item = await itemOf(db, itemId)
  const scheme = item && (await db.cached(tsScheme)).get(item.schemeId)
  if (!item || !scheme || item.source !== 'apply' || !item.isEnabled || scheme.state !== 'active') return [{ key: 'item', values: { item: item?.name ?? itemId }, field: 'itemId' }]
  const { name, pointsMin: min, pointsMax: max, unit, applyWithinDays } = item
  const due = addDays(day, applyWithinDays ?? 0)
  const { enrolDate: enrolled } = await db.unscoped(student).one(who.id) // the applicant
  return [
    ...(day > today() ? [{ key: 'future', values: { day }, field: 'occurredOn' }] : []),
    ...(enrolled && day < enrolled ? [{ key: 'early', values: { name: who.name, enrolled, day }, field: 'occurredOn' }] : []),
    ...(applyWithinDays !== null && on > due ? [{ key: 'late', values: { item: name, days: applyWithinDays, day, due }, field: 'occurredOn' }] : []),
    ...((await periodFor(db, scheme, day)) ? [] : [{ key: 'noTerm', values: { day }, field: 'occurredOn' }]),
    ...((await inScheme(db, scheme, [who])).size ? [] : [{ key: 'notInScheme', values: { name: who.name, scheme: scheme.name }, field: 'itemId' }]),
    ...(points < min || points > max ? [{ key: 'range', values: { item: name, min, max, points }, field: 'points' }] : []),
    ...(unit !== 'once' && !quantity ? [{ key: 'quantity', values: { item: name }, field: 'quantity' }] : []),
  ]
}
const firstAsked = (row: Applied | null): string => (row ? schoolDate(row.createdAt) : today())
const validate = async ({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form, { row }: Asking<Applied>) => {
  const item = await itemOf(db, form.itemId)
  const violations = await violationsOf(db, who, form, firstAsked(row))
  return { violations: [...violations, ...(item?.needsProof && !form.proofs?.length ? [{ key: 'noProof', values: { item: item.name }, field: 'proofs' }] : [])] }
}
/** What is approved goes into the ledger, within the caps of its item. */
async function keep({ db }: Pick<Ctx, 'db'>, { id, studentId, itemId, occurredOn, total, what }: Applied): Promise<void> {
  const item = await itemOf(db, itemId)
  if (item) await postPoints(db, [{ studentId, item, amount: amountOf(total), occurredOn, reason: what, sourceType: SOURCE, sourceId: id, sourceSeq: 1 }])
}
const applications = handleApplication(pointApplication, pointRequest, {
  subject: pointSubject,
  link: ({ id }) => `${MINE}?id=${id}`,
  validate,
  formOf: row => row,
  draft: async (form, _valid, _who, { ctx }) => ({ ...form, total: totalOf(await itemOf(ctx.db, form.itemId), form) }),
  async begin({ db }) {
    const schemes = await db.cached(tsScheme)
    const items = (await openItems(db, 'apply')).map(({ id, name, schemeId, unit, pointsMin: min, pointsMax: max, needsProof, applyWithinDays }) => ({
      ...{ id, name, unit, min, max, needsProof, days: applyWithinDays ?? 0, scheme: schemes.get(schemeId)?.name ?? '' },
    }))
    return { items }
  },
  async preview({ db }, who, { id, ...asks }) {
    if (!asks.itemId || !asks.occurredOn || typeof asks.points !== 'number') return { answer: { total: 0 }, violations: [], row: null }
    const total = totalOf(await itemOf(db, asks.itemId), asks as Asked)
    const row = id ? ((await db.unscoped(pointApplication).find({ id, studentId: who.id })) ?? null) : null // the applicant's own
    return { answer: { total }, violations: await violationsOf(db, who, asks as Asked, firstAsked(row)), row: { ...asks, total } }
  },
  async mine({ db }) {
    const items = await db.cached(tsItem)
    return row => ({ item: items.get(row.itemId)?.name ?? '' })
  },
  card: async (_ctx, row) => only(shown, row),
  async describe(db, { itemId, total }, { name }) {
    return { title: { text: '{name}：{item} {total} 分', values: { name, item: (await itemOf(db, itemId))?.name ?? '', total } }, facts: { total } }
  },
  approved: keep,
})
export default [...applications.registrations, ...studentNumbers(pointApplication)]
