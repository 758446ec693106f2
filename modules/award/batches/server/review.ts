import { factsIn } from '#flow/index.ts'
import { type Ctx, type Db, on } from '#server/context.ts'
import { isMet } from '../../items/model/checks.ts'
import { type ConditionResult, groupFacts, readerOf, tell } from '../../items/server/api.ts'
import { awardApplication } from '../model/application-row.ts'
import { type FrozenItem, isNominating } from '../model/batch.ts'
import { batchOf, type Case } from './application.ts'
import { type Batch, itemIn } from './batches.ts'
import { askColleges, askForProof, caseTodos } from './case-todos.ts'
import { askAboutGiven } from './corrected.ts'
import { checksOf, factsOfAll, reviewDay, whyNot } from './judging.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
const OPEN = ['nominated', 'publicised'] as const
interface Looked {
  row: Case
  item: FrozenItem
  told: ConditionResult[]
}
/** Cases of a batch, each with its conditions by the facts of today. */
async function lookAt({ db, me }: Acting, batch: Batch, rows: readonly Case[]): Promise<Looked[]> {
  const reader = await readerOf(db, me, 'zh-cn', { isOwn: true, more: await groupFacts(db) }) // kept as text with the case; its readers are those who decide
  const looked: Looked[] = []
  for (const [itemId, of] of Map.groupBy(rows, r => r.itemId)) {
    const item = await itemIn(db, batch, itemId)
    if (!item) continue
    const facts = await factsOfAll(db, item, of, reviewDay(batch.factsAsOf))
    looked.push(...of.map(row => ({ row, item, told: tell(item.conditions, facts.get(row.id) ?? {}, reader) })))
  }
  return looked
}
/** Sets cases aside until their colleges have looked at them; their seats stay with them until then (40-A2). */
async function holdAll(db: Db, failing: readonly Looked[]): Promise<void> {
  const held = failing.map(({ row, told }) => ({
    ...row,
    state: 'review' as const,
    heldFrom: row.state === 'publicised' ? ('publicised' as const) : ('nominated' as const),
    reviewReason: whyNot(told).slice(0, 500),
    checks: checksOf(told),
  }))
  await db.updateMany(
    awardApplication,
    held.map(({ id, state, heldFrom, reviewReason, checks }) => ({ id, state, heldFrom, reviewReason, checks })),
  )
  await askColleges(db, 'review', held)
  await askForProof(db, held)
}
/** Looks at these cases again, by the facts of today; those whose conditions fail now are set aside. Answers them. */
export async function reviewAll(acting: Acting, batch: Batch, rows: readonly Case[]): Promise<ReadonlySet<string>> {
  const failing = (await lookAt(acting, batch, rows)).filter(({ told }) => !isMet(told))
  if (failing.length) await holdAll(acting.db, failing)
  return new Set(failing.map(f => f.row.id))
}
/** A punishment or a corrected result returns the student's cases for a new look. */
async function lookAgain(db: Db, studentIds: readonly string[]): Promise<void> {
  const rows = await db.unscoped(awardApplication).all({ studentId: studentIds, state: OPEN }) // of the students of the event
  for (const [batchId, of] of Map.groupBy(rows, r => r.batchId)) {
    const locked = await db.unscoped(awardApplication).lockAll(of.map(r => r.id)) // as above
    await reviewAll(
      { db, me: db.me },
      await batchOf(db, batchId),
      locked.filter(r => r.state === 'nominated' || r.state === 'publicised'),
    )
  }
}
const BLOCKED = ['review', 'rejected'] as const
const LIFTED = '影响评奖的处分已撤销或变更'
/** Refused before, it waits for a nomination again. */
const AGAIN = { state: 'approved', heldFrom: null, level: null, amount: null, noticed: 'none', cancelReason: null, reviewReason: LIFTED } as const
const asksDiscipline = ({ conditions }: FrozenItem): boolean => conditions.some(c => factsIn(c.when).some(fact => fact.startsWith('discipline.')))
/** 50-PN17: what a punishment blocked is open again once it is revoked or changed and all conditions hold. A case set aside is looked at with the new reason; one that was
 *  refused for it waits for a nomination again, while its batch nominates. */
async function reopen(db: Db, studentIds: readonly string[]): Promise<void> {
  const found = await db.unscoped(awardApplication).all({ studentId: studentIds, state: BLOCKED }) // of the students of the event
  for (const [batchId, of] of Map.groupBy(
    found.filter(r => r.heldFrom !== null),
    r => r.batchId,
  )) {
    const batch = await batchOf(db, batchId)
    const locked = await db.unscoped(awardApplication).lockAll(of.map(r => r.id)) // as above
    const blocked = locked.filter(r => r.heldFrom !== null && (r.state === 'review' || (r.state === 'rejected' && isNominating(batch))))
    const free = (await lookAt({ db, me: db.me }, batch, blocked)).filter(({ item, told }) => asksDiscipline(item) && isMet(told))
    for (const [state, looked] of Map.groupBy(free, ({ row }) => row.state)) {
      const [step, set] = state === 'review' ? (['review', { reviewReason: LIFTED }] as const) : (['reopened', AGAIN] as const)
      const rows = looked.map(({ row, told }) => ({ ...row, ...set, checks: checksOf(told) }))
      await db.updateMany(
        awardApplication,
        rows.map(({ id, checks }) => ({ id, ...set, checks })),
      )
      await askColleges(db, step, rows)
      await caseTodos.follow(db, rows)
    }
  }
}
const ids = (value: unknown): string[] => [value].flat().filter(id => typeof id === 'string')
export default [
  on('discipline.effective', 'award.punished', ({ db }, { studentId }) => lookAgain(db, ids(studentId))),
  on('discipline.revoked', 'award.unpunished', ({ db }, { studentId }) => reopen(db, ids(studentId))),
  on('cqa.resultCorrected', 'award.corrected', async ({ db }, { studentIds }) => {
    await lookAgain(db, ids(studentIds))
    await askAboutGiven(db, ids(studentIds))
  }),
]
