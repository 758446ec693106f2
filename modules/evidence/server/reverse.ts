import { refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { compute, handle } from '#server/context.ts'
import { evidenceSources } from '#server/extensions/evidence.ts'
import { reverseEvidence } from '../model/actions.ts'
import { DECLARED, evidence, REVERSED } from '../model/evidence.ts'
import { lockSource, reversedAmong, reverseEntries } from './store.ts'

const reverse = handle(reverseEvidence, async ({ db }, { id, reason }) => {
  const row = await db.visible(evidence).one(id)
  await lockSource(db, row.sourceType)
  if (row.reversesId) throw refusalOf(evidence, 'reversal')
  if ((await reversedAmong(db, [id])).size) throw refusalOf(evidence, 'reversed', { title: row.title })
  await reverseEntries(db, [row], reason)
})
const OWN = { [DECLARED]: '自主申报', [REVERSED]: '冲销记录' } as const
/** What people call where an entry comes from. */
export const sourceName = (sources: ReadonlyArray<{ code: string; label: string }>, type: string): string =>
  OWN[type as keyof typeof OWN] ?? sources.find(s => s.code === type)?.label ?? type
export default [
  reverse,
  ...studentNumbers(evidence),
  compute(evidence, ['source', 'isReversed'], async ({ db }, rows) => {
    const reversed = await reversedAmong(
      db,
      rows.map(r => r.id),
    )
    const sources = db.registered(evidenceSources)
    for (const row of rows) Object.assign(row, { source: sourceName(sources, row.sourceType ?? ''), isReversed: reversed.has(row.id) })
  }),
]
