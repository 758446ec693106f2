import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { major } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { examCategory } from '../model/dictionaries.ts'
import { examPlan } from '../model/plan.ts'

export type Plan = Row<typeof examPlan>
function checkQuotas(quotas: Plan['quotas'] | undefined): void {
  const categories = (quotas ?? []).flatMap(q => q?.category ?? [])
  const twice = categories.find((c, n) => categories.indexOf(c) < n)
  if (twice) throw refusalOf(examPlan, 'twice', { category: { text: examCategory.items.find(i => i.key === twice)?.value ?? twice } }, 'quotas')
}
const choosersOf = async (db: Db, planId: string): Promise<number> => {
  const [found] = await db.query<{ n: number }>(sql`select count(*)::int as n from exam_application
    where tenant_id = ${db.me.tenantId} and choices @> ${JSON.stringify([planId])}::jsonb and state not in ('rejected', 'lapsed')`)
  return found?.n ?? 0
}
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
/** Plans as applicants read them: code, major and campus. */
export async function planLabels(db: Db, plans: readonly Plan[]): Promise<Map<string, string>> {
  const [majors, campuses] = [await db.cached(major), await db.cached(campus)]
  return new Map(plans.map(p => [p.id, [p.code, majors.get(p.majorId)?.name, campuses.get(p.campusId ?? '')?.name].filter(Boolean).join(' ')]))
}
export default [
  rules(examPlan, {
    async add(_ctx, draft) {
      checkQuotas(draft.quotas as Plan['quotas'])
    },
    /** What people sit and who may choose it stays once somebody has chosen it; places may change. */
    async update({ db }, row, patch) {
      checkQuotas(patch.quotas as Plan['quotas'])
      const categories = (of: Plan['quotas']) => of.flatMap(q => q?.category ?? []).sort()
      const isChanged =
        (patch.subjects && !isSame(patch.subjects, row.subjects)) ||
        (patch.majorId && patch.majorId !== row.majorId) ||
        (patch.quotas && categories(row.quotas).some(c => !categories(patch.quotas as Plan['quotas']).includes(c)))
      const count = isChanged ? await choosersOf(db, row.id) : 0
      if (count) throw refusalOf(examPlan, 'chosen', { count, code: row.code, what: { text: '改专业、科目和考生类别' } })
    },
    async remove({ db }, row) {
      const count = await choosersOf(db, row.id)
      if (count) throw refusalOf(examPlan, 'chosen', { count, code: row.code, what: { text: '删除' } })
    },
  }),
  compute(examPlan, ['places', 'firstChoices'], async ({ db }, rows) => {
    const found = await db.query<{ id: string; n: number }>(sql`select choices ->> 0 as id, count(*)::int as n from exam_application
      where tenant_id = ${db.me.tenantId} and batch_id = any(${[...new Set(rows.map(r => r.batchId))]}::uuid[]) and submitted_at is not null
        and state not in ('rejected', 'lapsed') and jsonb_array_length(choices) > 0 group by 1`)
    const of = new Map(found.map(f => [f.id, f.n]))
    for (const row of rows) Object.assign(row, { places: row.quotas.reduce((sum, q) => sum + (q?.places ?? 0), 0), firstChoices: of.get(row.id) ?? 0 })
  }),
]
