import sql from 'sql-template-tag'
import { campus } from '#modules/campus/model/places.ts'
import { memoizeFor } from '#server/access/memoize.ts'
import { type Db, handle } from '#server/context.ts'
import { schoolName } from '#server/data/school-name.ts'
import { dormBuilding, dormFloor, dormRoom } from '../model/places.ts'
import { type DormNode, dormRoomTree, dormTree } from '../model/wire.ts'
import { countsBy } from './counts.ts'

type Leaf = Omit<DormNode, 'children' | 'value' | 'label'>
const LIST = { dorm: 'dormitory:dormBuilding:list', floor: 'dormitory:dormFloor:list', room: 'dormitory:dormRoom:list' } as const
const KEPT_SECONDS = 1

async function dorms(db: Db): Promise<Leaf[]> {
  const [campuses, rows] = [await db.cached(campus), await db.visibleFor(dormBuilding, LIST.dorm).all({ isEnabled: true })]
  const used = [...campuses.values()].filter(c => rows.some(d => d.campusId === c.id)).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.code.localeCompare(b.code))
  return [
    ...used.map(c => ({ id: c.id, parentId: null, name: c.name, type: 'campus' as const })),
    ...rows.map(d => ({ id: d.id, parentId: d.campusId, name: d.name, type: 'dorm' as const })),
  ]
}
async function floors(db: Db): Promise<Leaf[]> {
  const rows = await db.visibleFor(dormFloor, LIST.floor).all({ isEnabled: true }, { sort: ['floorNo'] })
  return rows.map(f => ({ id: f.id, parentId: f.dormId, name: f.name, type: 'floor' as const }))
}
async function rooms(db: Db): Promise<Leaf[]> {
  const rows = await db.query<{ id: string; floorId: string; roomNo: string }>(
    sql`select r.id, r.floor_id as "floorId", r.room_no as "roomNo" from ${db.visibleFor(dormRoom, LIST.room).rows()} r where r.is_enabled order by r.full_name`,
  )
  const counts = new Map((await countsBy(db, 'room_id', sql`true`)).map(c => [c.id, c]))
  return rows.map(r => ({ id: r.id, parentId: r.floorId, name: r.roomNo, type: 'room' as const, capacity: counts.get(r.id)?.capacity ?? 0, free: counts.get(r.id)?.free ?? 0 }))
}
/** Nodes without a visible parent are left out. */
function built(leaves: readonly Leaf[], parentId: string | null): DormNode[] {
  const children = new Map<string | null, Leaf[]>()
  for (const leaf of leaves) children.set(leaf.parentId, [...(children.get(leaf.parentId) ?? []), leaf])
  const below = (id: string | null): DormNode[] => (children.get(id) ?? []).map(leaf => ({ ...leaf, value: leaf.id, label: leaf.name, children: below(leaf.id) }))
  return below(parentId)
}
const find = (nodes: readonly DormNode[], id: string): DormNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children, id)
    if (found) return found
  }
  return undefined
}
/** Absent: top nodes; `1`: the same under one school node; an id: that node and its subtree. */
async function rooted(db: Db, tree: DormNode[], root: string | null | undefined): Promise<DormNode[]> {
  if (!root) return tree
  if (root !== '1') return [find(tree, root)].filter(n => n !== undefined)
  const name = await schoolName(db)
  return [{ id: '1', value: '1', label: name, parentId: null, name, type: 'school', children: tree }]
}
export default [
  handle(dormTree, async ({ db }, { root, floor }) => {
    const leaves = [...(await dorms(db)), ...(floor === '1' ? await floors(db) : [])]
    return rooted(db, built(leaves, null), root)
  }),
  // cached by scope: thousands of rooms, requested by many readers at once
  handle(dormRoomTree, async ({ db, me }, { root }) => {
    const tree = await memoizeFor(me, LIST.room, 'dormRoomTree', KEPT_SECONDS, async () => built([...(await dorms(db)), ...(await floors(db)), ...(await rooms(db))], null))
    return (await rooted(db, tree, root)).map(n => ({ ...n, capacity: n.capacity ?? null, free: n.free ?? null }))
  }),
]
