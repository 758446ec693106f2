import sql from 'sql-template-tag'
import type { CaseState } from '#flow/index.ts'
import { fill, type InputOf, refusalOf } from '#model'
import { type Db, handle, type Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { processInstance, processLog, processTask } from '../../cases/model/instance.ts'
import { processDef } from '../../flows/model/process.ts'
import { migrateFlow, previewMigration } from '../../flows/model/process-keeping.ts'
import { type Version, versionNo } from '../../flows/server/api.ts'
import { type Obstacle, obstacleTo } from './may-move.ts'

type Input = InputOf<typeof previewMigration>
interface Running {
  id: string
  title: string
  currentNodes: string | null
  flow: CaseState | null
}
type Judged = Running & { obstacle: Obstacle | undefined }
const MOST_SHOWN = 5000

async function versionsOf(db: Db, { defId, fromNo, toNo }: Input): Promise<{ from: Version; to: Version }> {
  const def = await db.visible(processDef).one(defId)
  if (fromNo === toNo) throw refusalOf(previewMigration, 'same', { no: toNo }, 'toNo')
  const find = async (no: number): Promise<Version> => {
    const found = no > 0 && no <= (def.currentVersion ?? 0) ? await versionNo(db, defId, no) : undefined
    if (!found) throw refusalOf(previewMigration, 'noVersion', { name: def.name, no })
    return found
  }
  return { from: await find(fromNo), to: await find(toNo) }
}
/** Running applications of a version with the verdict for each; `lock` locks them until the transaction ends. */
async function judged(db: Db, { from, to }: { from: Version; to: Version }, lock = false): Promise<Judged[]> {
  const rows = await db.query<Running>(sql`select id, title, current_nodes as "currentNodes", flow from process_instance
    where tenant_id = ${db.me.tenantId} and def_version_id = ${from.id} and state in ('pending', 'returned', 'suspended') order by id ${lock ? sql`for update` : sql``}`)
  const unknown: Obstacle = { text: '没有进度记录', values: {} }
  return rows.map(row => ({ ...row, obstacle: row.flow ? obstacleTo(row.flow, from.graph, to.graph) : unknown }))
}
const sayWhy = (lang: Lang, obstacle: Obstacle | undefined): string | null => (obstacle && fill(translate(lang, obstacle.text), obstacle.values)) || null

const preview = handle(previewMigration, async ({ db, lang }, asked) => {
  const rows = await judged(db, await versionsOf(db, asked))
  const ordered = [...rows.filter(r => r.obstacle), ...rows.filter(r => !r.obstacle)]
  return ordered.slice(0, MOST_SHOWN).map(r => ({ instanceId: r.id, title: r.title, at: r.currentNodes, refused: sayWhy(lang, r.obstacle) }))
})
const migrate = handle(migrateFlow, async ({ db, me }, asked) => {
  const versions = await versionsOf(db, asked)
  const rows = await judged(db, versions, true)
  const moving = rows.filter(r => !r.obstacle).map(r => r.id)
  if (moving.length) {
    await move(db, moving, versions.to)
    const at = new Date().toISOString()
    const [from, to] = [String(asked.fromNo), String(asked.toNo)]
    await db.insertMany(
      processLog,
      moving.map(instanceId => ({ instanceId, action: 'migrate' as const, actorId: me.userId, from, to, isForced: true, at })),
    )
  }
  return { moved: moving.length, left: rows.length - moving.length }
})
/** Moves the cases to the version; open tasks and lists take its step names. */
async function move(db: Db, ids: readonly string[], to: Version): Promise<void> {
  const names = sql`jsonb_to_recordset(${JSON.stringify(to.graph.nodes.map(n => ({ id: n.id, name: n.name })))}::jsonb) n(id text, name text)`
  const open = sql`t.instance_id = any(${[...ids]}::uuid[]) and t.state in ('waiting', 'todo', 'delegated') and n.id = t.node_id`
  await db.updateWhere(processTask, open, { nodeName: sql`n.name` }, { from: names, history: false }) // the record of each case has the move
  const places = sql`select string_agg(distinct n.name, '、') from jsonb_array_elements(t.flow -> 'places') p join ${names} on n.id = p ->> 'node'`
  const moved = { defVersionId: to.id, currentNodes: sql`coalesce((${places}), t.current_nodes)` }
  await db.updateWhere(processInstance, { id: [...ids] }, moved, { history: false })
}
export default [preview, migrate]
