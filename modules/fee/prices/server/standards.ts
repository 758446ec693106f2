import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { copyStandards, priceOf } from '../model/actions.ts'
import { chargeItem } from '../model/charge-item.ts'
import { chargeStandard } from '../model/charge-standard.ts'
import { mayTie } from '../model/tie.ts'
import { describe } from './describe.ts'
import { priceFor } from './price-for.ts'

type Standard = Row<typeof chargeStandard>
const EMPTY = { gradeFrom: null, gradeTo: null, campusId: null, departmentId: null, majorId: null, educationLevel: null, studentCategory: null, buildingId: null, roomType: null }
/** Holds the standards of an item still: two that tie are not saved at once. */
async function check(db: Db, draft: Partial<Standard>): Promise<void> {
  const { itemId = '', xn = '', gradeFrom, gradeTo } = draft
  if (!isSchoolYear(xn)) throw refusalOf(chargeStandard, 'xn', { xn }, 'xn')
  if (gradeFrom && gradeTo && gradeFrom > gradeTo) throw refusalOf(chargeStandard, 'grades', { from: gradeFrom, to: gradeTo }, 'gradeTo')
  await db.unscoped(chargeItem).lock(itemId)
  const others = await db.unscoped(chargeStandard).all({ itemId, xn }) // published prices
  const tie = others.find(other => other.id !== draft.id && mayTie({ ...EMPTY, ...draft }, other))
  if (tie) throw refusalOf(chargeStandard, 'tie', { other: await describe(db, tie), amount: yuanText(tie.amount) }, 'itemId')
}
const price = handle(priceOf, async ({ db, lang }, { itemId, studentId, xn }) => {
  const best = await priceFor(db, studentId, itemId, xn)
  return { amount: best?.amount ?? null, standardId: best?.id ?? null, matched: best ? formatWording(lang, best.matched) : null }
})
const startOf = (xn: string): number => Number(xn.slice(0, 4))
/** A standard as it begins in another year: one of the year's own new students is then of the new ones, and needs a document of its own. */
function inYear({ xn, gradeFrom, gradeTo, ...of }: Standard, to: string) {
  const years = gradeFrom === startOf(xn) ? startOf(to) - startOf(xn) : 0
  const moved = (grade: number | null) => (grade === null ? null : grade + years)
  const { itemId, campusId, departmentId, majorId, educationLevel, studentCategory, buildingId, roomType, amount, perCredit, published } = of
  const kept = { itemId, campusId, departmentId, majorId, educationLevel, studentCategory, buildingId, roomType, amount, perCredit, published }
  return { ...kept, xn: to, gradeFrom: moved(gradeFrom), gradeTo: moved(gradeTo) }
}
/** All of a year in one statement; what could be the best for the same students as one that is there stays out. */
const copy = handle(copyStandards, async ({ db }, { from, to }) => {
  for (const xn of [from, to]) if (!isSchoolYear(xn)) throw refusalOf(chargeStandard, 'xn', { xn }, xn === from ? 'from' : 'to')
  if (from >= to) throw refusalOf(chargeStandard, 'sameYear', {}, 'to')
  const rows = await db.unscoped(chargeStandard).all({ xn: from }, { sort: ['id'] }) // published prices
  if (!rows.length) throw refusalOf(chargeStandard, 'nothing', { xn: from }, 'from')
  await db.unscoped(chargeItem).lockAll([...new Set(rows.map(r => r.itemId))]) // as whoever saves a standard does
  const there: Array<ReturnType<typeof inYear>> = [...(await db.unscoped(chargeStandard).all({ xn: to }))] // published prices
  const drafts = rows.flatMap(row => {
    const draft = inYear(row, to)
    if (there.some(other => other.itemId === row.itemId && mayTie(draft, other))) return []
    there.push(draft)
    return [draft]
  })
  await db.insertMany(chargeStandard, drafts)
  return { copied: drafts.length, skipped: rows.length - drafts.length }
})
export default [
  copy,
  price,
  rules(chargeStandard, {
    add: ({ db }, draft) => check(db, draft),
    update: ({ db }, row, patch) => check(db, { ...row, ...patch }),
  }),
]
