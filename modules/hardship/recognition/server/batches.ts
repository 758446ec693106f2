import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { round, roundQualify } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, rules } from '#server/context.ts'
import { levelNames } from '../../levels/server/api.ts'
import { aidBatch, aidBatchActions, aidBatchQualify, aidStages } from '../model/batch.ts'
import { recognitionSubject } from '../model/flow.ts'
import { indexModel } from '../model/index-model.ts'
import { type Batch, modelOf } from './scores.ts'

const LINK = '/hardship/apply'
type Patch = Partial<Row<typeof aidBatch>> & Record<string, unknown>
/** 40-D9: family facts, scores and reasons never; neither numbers nor colleges. */
const SHOWN: ReadonlySet<string> = new Set(['name', 'className', 'level'])
/** What the scores and levels go by. */
const SETTLED = ['modelId', 'levels', 'noticeShows', 'isBlind'] as const

function checkColumns({ noticeColumns }: Patch): void {
  const wrong = (noticeColumns ?? []).find(c => !SHOWN.has(c ?? ''))
  if (wrong) throw refusalOf(aidBatch, 'columns', { column: wrong }, 'noticeColumns')
}
async function check({ db }: Ctx, batch: Batch): Promise<void> {
  if (!batch.xn) throw refusalOf(aidBatch, 'yearMissing', {}, 'xn')
  const others = await db.unscoped(aidBatch).all({ xn: batch.xn, state: ['published', 'paused', 'closed'] }) // one at a time, whoever published it
  const other = others.find(b => b.id !== batch.id && b.stage !== 'effective')
  if (other) throw refusalOf(aidBatch, 'yearTaken', { xn: batch.xn, name: other.name })
  const { thresholds, floors } = await modelOf(db, batch)
  const nameOf = await levelNames(db)
  const unused = [...new Set([...thresholds, ...floors].map(t => t.level))].filter(level => !batch.levels.includes(level))
  if (unused.length) throw refusalOf(aidBatch, 'modelLevels', { levels: unused.map(nameOf) }, 'levels')
}
const records = rules(aidBatch, {
  async add(_ctx, draft) {
    checkColumns(draft)
    draft.noticeColumns ??= ['name', 'className', 'level']
  },
  async update(_ctx, row, patch: Patch) {
    checkColumns(patch)
    const changed = row.state !== 'draft' && SETTLED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
    if (changed)
      throw refusalOf(aidBatch, 'running', { name: row.name, stage: { text: aidStages.labels[row.stage ?? 'applying'] }, what: { text: aidBatch.fields[changed].label } }, changed)
  },
})
interface Counts {
  id: string
  applied: number
  reviewed: number
  recognised: number
}
const counts = compute(aidBatch, ['appliedCount', 'reviewedCount', 'recognisedCount'], async ({ db }, rows) => {
  const found = await db.query<Counts>(sql`select batch_id as id, count(*)::int as applied, count(review_score)::int as reviewed,
      count(level) filter (where state in ('publicised', 'effective', 'adjusted', 'ended'))::int as recognised
    from aid_recognition where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.id)}::uuid[]) and state <> 'withdrawn' group by 1`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    const { applied = 0, reviewed = 0, recognised = 0 } = byId.get(row.id ?? '') ?? {}
    Object.assign(row, { appliedCount: applied, reviewedCount: reviewed, recognisedCount: recognised })
  }
})
export default [
  records,
  counts,
  round(aidBatch, aidBatchActions, {
    processType: 'aidRecognition',
    audience: 'live',
    link: LINK,
    subject: recognitionSubject,
    check,
    // 40-D1
    published: async ({ db }, { modelId }) => void (await db.update(indexModel, modelId, { isFrozen: true })),
    copied: async ({ db }, _from, to) => void (await db.update(aidBatch, to.id, { stage: 'applying', thresholds: null, confirmedAt: null, confirmedById: null })),
  }),
  ...roundQualify(aidBatch, aidBatchQualify),
]
