import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { chargeItem } from '../model/charge-item.ts'
import { chargeStandard, priceOf } from '../model/charge-standard.ts'
import { mayTie } from '../model/tie.ts'
import { describe } from './describe.ts'
import { bestStandard, STUDENT_FACTS } from './match.ts'

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
  const [best] = await db.query<{ id: string; amount: number }>(sql`select p.id, p.amount::float8 as amount from student s
    cross join lateral (${bestStandard(db, sql`${itemId}::uuid`, sql`${xn}::text`, STUDENT_FACTS)}) p where s.tenant_id = ${db.me.tenantId} and s.id = ${studentId}`)
  if (!best) return { amount: null, standardId: null, matched: null }
  return { amount: best.amount, standardId: best.id, matched: formatWording(lang, await describe(db, await db.unscoped(chargeStandard).one(best.id))) } // published prices
})
export default [
  price,
  rules(chargeStandard, {
    add: ({ db }, draft) => check(db, draft),
    update: ({ db }, row, patch) => check(db, { ...row, ...patch }),
  }),
]
