import sql, { join, raw } from 'sql-template-tag'
import { allEntities } from '#model'
import { today } from '#server/base/today.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { columnsOf, quote } from '#server/data/columns.ts'
import { canton, isCantonCode } from '../model/canton.ts'
import { importEdition, previewEdition } from '../model/canton-actions.ts'
import { type CantonRow, compareEditions, completeRegions, type Edition, orphans, parentOf } from '../model/regions.ts'
import { type Canton, pinyinReader } from './cantons.ts'

interface EditionInput {
  rows: ReadonlyArray<{ code: string; name: string } | null>
  successors?: ReadonlyArray<{ code: string; successor: string | null } | null> | null
}
type Ctx = Pick<ActionCtx<typeof previewEdition>, 'db' | 'refuse'>
interface Plan extends Edition {
  known: ReadonlyMap<string, Canton>
  next: CantonRow[]
}
const FEWEST = 3000

async function planOf({ db, refuse }: Ctx, { rows, successors }: EditionInput): Promise<Plan> {
  const given = rows.filter(r => r !== null)
  if (given.length < FEWEST) refuse('tooFew', { count: given.length }, 'rows')
  const seen = new Set<string>()
  for (const { code } of given) if (seen.size === seen.add(code).size) refuse('duplicate', { code }, 'rows')
  const next = completeRegions(given)
  const orphan = orphans(next)[0]
  if (orphan) refuse('orphan', { code: orphan, parent: parentOf(orphan) }, 'rows')
  const all = [...(await db.cached(canton)).values()]
  const edition = compareEditions(
    all.filter(c => c.validTo === null),
    next,
  )
  const chosen = new Map((successors ?? []).flatMap(s => (s ? [[s.code, s.successor] as const] : [])))
  const codes = new Set(next.map(r => r.code))
  const abolished = edition.abolished.map(a => ({ ...a, successor: chosen.has(a.code) ? (chosen.get(a.code) ?? null) : a.successor }))
  const bad = abolished.find(a => a.successor !== null && !codes.has(a.successor))
  if (bad) refuse('successorUnknown', { code: bad.code, successor: bad.successor }, 'successors')
  return { ...edition, abolished, next, known: new Map(all.map(c => [c.code, c])) }
}
/** Number of records in any module per code. Records keep their code; users see the old name with its successor. */
async function recordsWith(db: Db, codes: readonly string[]): Promise<Map<string, number>> {
  const counts = allEntities().flatMap(e =>
    Object.entries(e.fields)
      .filter(([name, f]) => isCantonCode(f) && e.name !== 'canton' && columnsOf(e).of.has(name))
      .map(
        ([name]) =>
          sql`select ${raw(quote(columnsOf(e).of.get(name) as string))} as code from ${raw(columnsOf(e).table)} where ${raw(quote(columnsOf(e).of.get(name) as string))} = any(${[...codes]}::text[])`,
      ),
  )
  if (!counts.length || !codes.length) return new Map()
  const rows = await db.query<{ code: string; n: number }>(sql`select code, count(*)::int as n from (${join(counts, ' union all ')}) x group by code`)
  return new Map(rows.map(r => [r.code, r.n]))
}
async function apply(db: Db, plan: Plan): Promise<void> {
  const { known, next, added, abolished } = plan
  const searchPinyin = await pinyinReader()
  // reinstated codes are enabled again, others are inserted
  await db.insertMany(
    canton,
    added.filter(r => !known.has(r.code)).map(r => ({ ...r, pinyin: searchPinyin(r.name), validFrom: today(), isEnabled: true })),
  )
  for (const row of next) {
    const before = known.get(row.code)
    if (!before) continue
    const wanted = { name: row.name, fullName: row.fullName, pinyin: searchPinyin(row.name), validTo: null, isEnabled: before.validTo === null ? before.isEnabled : true }
    if (before.name !== wanted.name || before.fullName !== wanted.fullName || before.validTo !== null) await db.update(canton, before.id, wanted)
  }
  for (const { code, successor } of abolished) {
    const before = known.get(code)
    if (before) await db.update(canton, before.id, { validTo: today(), isEnabled: false, replacedBy: successor })
  }
}
export default [
  handle(previewEdition, async (ctx, input) => {
    const plan = await planOf(ctx, input)
    const records = await recordsWith(
      ctx.db,
      plan.abolished.map(a => a.code),
    )
    return {
      added: plan.added.map(({ code, name }) => ({ code, name })),
      renamed: plan.renamed,
      abolished: plan.abolished.map(a => ({ ...a, records: records.get(a.code) ?? 0 })),
      unchanged: plan.next.length - plan.added.length - plan.renamed.length,
    }
  }),
  /** Abolished codes are kept with last day and successor (BG1), so that open forms stay valid. */
  handle(importEdition, async (ctx, input) => {
    const plan = await planOf(ctx, input)
    await apply(ctx.db, plan)
    return { added: plan.added.length, renamed: plan.renamed.length, abolished: plan.abolished.length }
  }),
]
