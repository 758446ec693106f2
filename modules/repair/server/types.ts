import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { depthOf, subtree } from '#model/tree.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { helpedOneself, repairType, repairUrgency, type TypeNode, typeTree } from '../model/faults.ts'
import { repairOrder } from '../model/order.ts'

export type Type = Row<typeof repairType>
/** A type and those above it, the type first. */
export function lineOf(types: ReadonlyMap<string, Type>, id: string): Type[] {
  const found: Type[] = []
  for (let at = types.get(id); at && !found.includes(at); at = types.get(at.parentId ?? '')) found.push(at)
  return found
}
/** An enabled leaf; refuses groups and types switched off. */
export async function leafOf(db: Db, typeId: string): Promise<{ type: Type; line: Type[] }> {
  const types = await db.cached(repairType)
  const line = lineOf(types, typeId)
  const [type] = line
  if (!type) throw refusalOf(repairOrder, 'typeOff', { name: '—' }, 'typeId')
  if (line.some(t => !t.isEnabled)) throw refusalOf(repairOrder, 'typeOff', { name: type.name }, 'typeId')
  if ([...types.values()].some(t => t.parentId === typeId)) throw refusalOf(repairOrder, 'leaf', { name: type.name }, 'typeId')
  return { type, line }
}
const tree = handle(typeTree, async ({ db, lang }, { root }) => {
  const types = [...(await db.cached(repairType)).values()].filter(t => t.isEnabled).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.code.localeCompare(b.code))
  const urgencies = await db.cached(repairUrgency)
  const nodesOf = (of: readonly Type[]): TypeNode[] =>
    of.map(({ id, name, code, parentId, defaultUrgencyId }) => {
      const defaultUrgency = urgencies.get(defaultUrgencyId)?.code ?? ''
      return { id, value: id, label: name, parentId, code, name, defaultUrgency, children: nodesOf(types.filter(t => t.parentId === id)) }
    })
  const top = nodesOf(types.filter(t => (root && root !== '1' ? t.id === root : t.parentId === null)))
  if (root !== '1') return top
  const name = translate(lang, '全部类型')
  return [{ id: '1', value: '1', label: name, parentId: null, code: '', name, defaultUrgency: '', children: top }]
})
const solved = handle(helpedOneself, async ({ db }, { typeId }) => {
  await db.updateWhere(repairType, { id: typeId }, { solvedCount: sql`t.solved_count + 1` }, { bookkeeping: true })
  await db.changed(repairType)
})
async function usesOf(db: Db, typeId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from (select from repair_order where tenant_id = ${db.me.tenantId} and type_id = ${typeId} limit 1000) x`,
  )
  return row?.n ?? 0
}
async function mustFit({ db }: Ctx, parentId: string | null | undefined, own?: Type): Promise<void> {
  if (!parentId) return
  const types = await db.cached(repairType)
  if (own && (subtree(types.values(), own.id).has(parentId) || depthOf(types, parentId) === Number.POSITIVE_INFINITY))
    throw refusalOf(repairType, 'cycle', { name: own.name }, 'parentId')
  const count = await usesOf(db, parentId)
  if (count) throw refusalOf(repairType, 'used', { name: types.get(parentId)?.name, count }, 'parentId')
}
export default [
  tree,
  solved,
  rules(repairType, {
    add: (ctx, draft) => mustFit(ctx, draft.parentId),
    update: (ctx, row, patch) => (patch.parentId === undefined || patch.parentId === row.parentId ? Promise.resolve() : mustFit(ctx, patch.parentId, row)),
    async remove({ db }, row) {
      const below = [...(await db.cached(repairType)).values()].filter(t => t.parentId === row.id).length
      if (below) throw refusalOf(repairType, 'hasChildren', { name: row.name, count: below })
      const count = await usesOf(db, row.id)
      if (count) throw refusalOf(repairType, 'used', { name: row.name, count })
    },
  }),
]
