import { refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { numberRule } from '../model/number-rule.ts'
import { numberRun } from '../model/number-run.ts'
import { lengthOf, MOST_LENGTH, type Segment, segmentFault } from '../model/segments.ts'
import type { StoredRule } from './plan-numbers.ts'

function check(segments: readonly Segment[] | undefined): void {
  const fault = segments && segmentFault(segments)
  if (fault) throw refusalOf(numberRule, fault, { length: lengthOf(segments), most: MOST_LENGTH }, 'segments')
}
async function refuseUsed(db: Db, { id, name }: StoredRule): Promise<void> {
  const runs = await db.unscoped(numberRun).count({ ruleId: id }) // of a rule in scope
  if (runs) throw refusalOf(numberRule, 'used', { name })
}
export default rules(numberRule, {
  add: async (_ctx, draft) => check(draft.segments as Segment[] | undefined),
  update: async (_ctx, _row, patch) => check(patch.segments as Segment[] | undefined),
  remove: ({ db }, row) => refuseUsed(db, row),
  async taken(_ctx, { name }) {
    throw refusalOf(numberRule, 'nameTaken', { name }, 'name')
  },
})
