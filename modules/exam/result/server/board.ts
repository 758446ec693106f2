import sql from 'sql-template-tag'
import { accountNames } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { sittings } from '../../entry/server/api.ts'
import { examScore, type Flag } from '../model/score.ts'
import { scoreBoard, scoreDifferences } from '../model/score-actions.ts'

interface Progress {
  subject: string
  full: number | null
  expected: number
  once: number
  both: number
  differing: number
}
const board = handle(scoreBoard, async ({ db, me }, given) => {
  const [newest] = given.batchId ? [] : await db.unscoped(examBatch).all({}, { sort: ['-beginTime'], limit: 1 }) // calls to the public
  const batchId = given.batchId ?? newest?.id ?? null
  if (!batchId) return { batchId, scoresAt: null, subjects: [] }
  const { scoresAt } = await db.unscoped(examBatch).one(batchId) // as above
  const subjects = await db.query<Progress>(sql`select x.subject, f.full, count(*) filter (where not x.is_exempt)::int as expected,
      count(*) filter (where not x.is_exempt and s.first_by is not null)::int as once, count(*) filter (where not x.is_exempt and s.second_by is not null)::int as both,
      count(*) filter (where s.is_differing)::int as differing
    from ${sittings(me.tenantId, batchId)} x left join exam_score s on s.tenant_id = ${me.tenantId} and s.application_id = x.id and s.subject = x.subject
    left join exam_formula f on f.tenant_id = ${me.tenantId} and f.batch_id = ${batchId}::uuid and f.subject = x.subject group by x.subject, f.full order by x.subject`)
  return { batchId, scoresAt, subjects }
})
interface Difference {
  id: string
  ksh: string
  name: string
  subject: string
  firstBy: string | null
  secondBy: string | null
  entry1: number | null
  flag1: Flag | null
  entry2: number | null
  flag2: Flag | null
}
const differences = handle(scoreDifferences, async ({ db, me }, { batchId }) => {
  const rows = await db.query<Difference>(sql`select id, ksh, name, subject, first_by as "firstBy", second_by as "secondBy", entry1, flag1, entry2, flag2
    from ${db.visibleFor(examScore, scoreDifferences.permission).rows()} x where batch_id = ${batchId}::uuid and is_differing order by subject, ksh limit 500`)
  const names = await accountNames(
    db,
    rows.flatMap(r => [r.firstBy ?? [], r.secondBy ?? []].flat()),
  )
  return rows.map(r => ({ ...shownTo(me.userId, r), firstName: names.get(r.firstBy ?? '') ?? null, secondName: names.get(r.secondBy ?? '') ?? null }))
})
/** Whoever has entered one of the two reads that one alone: else they could agree without the paper. */
function shownTo(userId: string, of: Difference) {
  const isOwn = of.firstBy === userId || of.secondBy === userId
  return {
    ...{ ...of, isOwn },
    ...(isOwn && of.firstBy !== userId ? { entry1: null, flag1: null } : {}),
    ...(isOwn && of.secondBy !== userId ? { entry2: null, flag2: null } : {}),
  }
}
export default [board, differences]
