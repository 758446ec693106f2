import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { processDef } from '../model/process.ts'
import { makeDefault, setFlowState } from '../model/process-keeping.ts'

const setState = handle(setFlowState, async ({ db, refuse }, { id, state }) => {
  const def = await db.visible(processDef).lock(id)
  if (!def.currentVersion) refuse('never', { name: def.name })
  if (state === 'disabled' && def.isDefault) refuse('isDefault', { name: def.name })
  await db.update(processDef, id, { state })
})
/** Makes this the default flow of its type and unsets the previous one. */
export async function setDefault(db: Db, def: Pick<Row<typeof processDef>, 'id' | 'processType'>): Promise<void> {
  // FOR UPDATE: a concurrent call waits here and then sees the result of the first
  const all = await db.query<{ id: string; isDefault: boolean }>(sql`select id, is_default as "isDefault" from process_def
    where tenant_id = ${db.me.tenantId} and process_type = ${def.processType} and deleted_at is null order by id for update`)
  for (const other of all) if (other.isDefault && other.id !== def.id) await db.update(processDef, other.id, { isDefault: false })
  await db.update(processDef, def.id, { isDefault: true })
}
/** Makes this the default of a type that has none. */
export async function setFirstDefault(db: Db, def: Pick<Row<typeof processDef>, 'id' | 'processType'>): Promise<void> {
  const others = await db.query(
    sql`select 1 from process_def where tenant_id = ${db.me.tenantId} and process_type = ${def.processType} and is_default and deleted_at is null limit 1`,
  )
  if (!others.length) await setDefault(db, def)
}
const asDefault = handle(makeDefault, async ({ db, refuse }, { id }) => {
  const def = await db.visible(processDef).one(id)
  if (def.state !== 'published') refuse('unpublished', { name: def.name })
  await setDefault(db, def)
})
export default [setState, asDefault]
