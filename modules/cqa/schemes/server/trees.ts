import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { schemeTree } from '../model/actions.ts'
import { cqaIndex } from '../model/index-row.ts'
import { cqaScheme } from '../model/scheme.ts'
import { emptyGroups, type Index, inTreeOrder, unbalanced, weightOf } from '../model/tree.ts'

export const indexesOf = (db: Db, schemeId: string): Promise<Index[]> => db.unscoped(cqaIndex).all({ schemeId }) // how students are scored, open to whoever reads a score
const names = (of: readonly Index[]): string => of.map(i => i.name).join('、')
type Fault = { key: 'noRoot' | 'empty' | 'weights'; values: Record<string, unknown> }
/** 50-CQ1: what keeps a tree from being published. */
export function treeFaults(given: readonly Index[]): Fault[] {
  const all = [...inTreeOrder(given).map(p => p.index)]
  const roots = all.filter(i => i.parentId === null)
  const isRooted = roots.length === 1 && roots[0]?.kind === 'group'
  const [empty, wrong] = [emptyGroups(all), unbalanced(all)]
  return [
    ...(isRooted ? [] : [{ key: 'noRoot' as const, values: { count: roots.length } }]),
    ...(empty.length ? [{ key: 'empty' as const, values: { nodes: names(empty) } }] : []),
    ...(wrong.length ? [{ key: 'weights' as const, values: { nodes: wrong.map(i => `${i.name} ${weightOf(all, i)}`).join('、') } }] : []),
  ]
}
export function mustBePublishable(all: readonly Index[]): void {
  const [fault] = treeFaults(all)
  if (fault) throw refusalOf(cqaScheme, fault.key, fault.values)
}
export default handle(schemeTree, async ({ db, lang }, { id }) => {
  const scheme = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').one(id)
  const all = await indexesOf(db, id)
  const rules = await db.query<{ id: string; count: number }>(
    sql`select r.index_id as id, count(*)::int as count from cqa_point_rule r join cqa_index i on i.tenant_id = r.tenant_id and i.id = r.index_id
      where r.tenant_id = ${db.me.tenantId} and i.scheme_id = ${id} group by 1`,
  )
  const nodes = inTreeOrder(all).map(({ index, depth }) => {
    const { id: indexId, parentId, code, name, kind, combine, weight, maxScore, formula } = index
    const ruleCount = rules.find(r => r.id === indexId)?.count ?? 0
    const childWeight = kind === 'group' && combine === 'weighted' ? weightOf(all, index) : null
    return { id: indexId, parentId, depth, code, name, kind, combine, weight, maxScore, formula, ruleCount, childWeight }
  })
  const refusals = cqaScheme.options.refusals ?? {}
  return {
    name: scheme.name,
    isFrozen: scheme.state !== 'draft',
    nodes,
    problems: all.length ? treeFaults(all).map(f => formatIssue(lang, { text: refusals[f.key] ?? '', values: f.values })) : [],
  }
})
