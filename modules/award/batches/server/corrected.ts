import { officersOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { awardApplication } from '../model/application-row.ts'
import { batchOf, type Case } from './application.ts'
import { itemIn } from './batches.ts'
import { caseTodos } from './case-todos.ts'
import { factsOfAll } from './judging.ts'

/** What an evaluation came to. */
const OF_RESULT = ['cqa.total', 'cqa.rank', 'cqa.rankSize', 'cqa.rankShare']
/** 50-CQ12: what was given by a result that is another one now stands; the office gets a to-do for each, until it is revoked. */
export async function askAboutGiven(db: Db, studentIds: readonly string[]): Promise<void> {
  const rows = await db.unscoped(awardApplication).all({ studentId: studentIds, state: ['reported', 'granted'] }) // of the students of the event
  const used = rows.filter(r => OF_RESULT.some(name => typeof r.facts?.[name] === 'number'))
  if (!used.length) return
  const officers = await officersOf(db)
  for (const of of Map.groupBy(used, r => `${r.batchId} ${r.itemId}`).values()) await ask(db, of, officers)
}
async function ask(db: Db, of: readonly Case[], officers: readonly string[]): Promise<void> {
  const [{ batchId, itemId }] = of as [Case]
  const batch = await batchOf(db, batchId)
  const item = await itemIn(db, batch, itemId)
  if (!item) return
  const now = await factsOfAll(db, item, of, batch.factsAsOf)
  const changed = of.filter(r => OF_RESULT.some(name => typeof r.facts?.[name] === 'number' && r.facts[name] !== now.get(r.id)?.[name]))
  await caseTodos.open(
    db,
    'corrected',
    changed.map(row => ({ row, to: officers })),
  )
}
