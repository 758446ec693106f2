import { createHash } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { column } from '#server/data/columns.ts'
import { raiseTimeouts } from '#server/data/raise-timeouts.ts'
import type { RankScope } from '../../schemes/model/scheme.ts'
import { type Index, inTreeOrder } from '../../schemes/model/tree.ts'
import { indexesOf, type Scheme } from '../../schemes/server/api.ts'
import { cqaSheet, type Dimension, scoreText } from '../../sheets/model/sheet.ts'
import { ranksOf, SCOPES, type Sheet, scopesOf, scoresOf, sheetsOf } from '../../sheets/server/api.ts'

type Ranks = Partial<Record<(typeof SCOPES)[RankScope]['rank' | 'size'], number | null>>
/** What a sheet would be if it were calculated now. */
interface Renewed {
  id: string
  items: Record<string, number>
  dimensions: Dimension[]
  total: number | null
  pending: string | null
  hash: string
  ranks: Ranks
}
export interface Difference {
  sheet: Sheet
  now: Renewed
  /** Leaves of the tree whose score is another one, and missing grades that came or went. */
  changes: string
  fromRank: number | null
  toRank: number | null
}
/** Sheets whose scores or ranks would be others now: ranks of the whole scheme over what all sheets would be. Computed in one statement, without writing anything; for a school's thirty thousand it takes more than a minute. */
async function renewed(db: Db, scheme: Scheme): Promise<Renewed[]> {
  const scores = await scoresOf(db, scheme, sheetsOf(db, scheme))
  const fields = scopesOf(scheme).flatMap(s => [SCOPES[s].rank, SCOPES[s].size])
  const moved = join(
    fields.map(field => sql`t.${column(cqaSheet, field)} is distinct from p.${raw(`"${field}"`)}`),
    ' or ',
  )
  return db.tx(async inside => {
    await raiseTimeouts(inside)
    return inside.query<Renewed>(sql`with fresh as materialized (${scores}),
      sheet_now as materialized (select t.id, t.state, t.grade, t.department_id, t.major_id, t.class_id, f.items, f.dimensions, f.total, f.pending as pending_reason, f.hash
        from fresh f join cqa_sheet t on t.tenant_id = ${db.me.tenantId} and t.scheme_id = ${scheme.id} and t.student_id = f.student_id),
      placed as (${ranksOf(scheme, sql`sheet_now t`)})
    select n.id, n.items, n.dimensions, n.total::float8 as total, n.pending_reason as pending, n.hash, to_jsonb(p) - 'id' as ranks
    from sheet_now n join placed p on p.id = n.id join cqa_sheet t on t.tenant_id = ${db.me.tenantId} and t.id = n.id
    where t.items is distinct from n.items or t.pending_reason is distinct from n.pending_reason or ${moved} order by n.class_id, n.id`)
  })
}
const LEAVES: ReadonlyArray<Index['kind']> = ['auto', 'deduct', 'grades', 'scored', 'imported']
const MOST = 500
function changesOf(leaves: readonly Index[], sheet: Sheet, now: Renewed): string {
  const scored = leaves.flatMap(({ code, name }) => {
    const [from, to] = [sheet.items?.[code], now.items[code]]
    return from === to ? [] : `${name} ${scoreText(from)} → ${scoreText(to)}`
  })
  const lacked = sheet.pendingReason === now.pending ? [] : [`待补成绩 ${sheet.pendingReason ?? '—'} → ${now.pending ?? '—'}`]
  return [...scored, ...lacked].join('，').slice(0, MOST)
}
/** 50-CQ12: the list of differences, those of scores before those of mere ranks, with what stands for all of it. */
export async function differencesOf(db: Db, scheme: Scheme): Promise<{ rows: Difference[]; seen: string }> {
  const found = await renewed(db, scheme)
  const sheets = new Map((await db.unscoped(cqaSheet).all({ id: found.map(f => f.id) })).map(s => [s.id, s])) // of the scheme the caller corrects
  const leaves = inTreeOrder(await indexesOf(db, scheme.id)).flatMap(({ index }) => (LEAVES.includes(index.kind) ? index : []))
  const [first] = scopesOf(scheme)
  const rankOf = (of: Ranks): number | null => (first ? (of[SCOPES[first].rank] ?? null) : null)
  const rows = found.flatMap(now => {
    const sheet = sheets.get(now.id)
    return sheet ? { sheet, now, changes: changesOf(leaves, sheet, now), fromRank: rankOf(sheet), toRank: rankOf(now.ranks) } : []
  })
  rows.sort((a, b) => Number(!a.changes) - Number(!b.changes))
  const seen = createHash('md5').update(JSON.stringify(rows.map(r => [r.now.id, r.sheet.resultNo, r.now.hash, r.now.ranks])))
  return { rows, seen: seen.digest('hex') }
}
