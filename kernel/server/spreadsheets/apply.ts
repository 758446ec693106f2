import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Entity, storedFields } from '#model'
import { col, comparable, counts, stageOf, tableOf, type Work } from './stage.ts'

/** Writes the staged rows: history first, while the old values are still stored, then inserts, then updates. */
export async function applyStage(work: Work): Promise<void> {
  const { db, entity } = work
  const { toAdd, toChange } = await counts(work)
  if (toAdd) {
    await db.query(history(work, 'add'))
    await db.query(insertNew(work))
  }
  if (toChange) {
    await db.query(history(work, 'update'))
    await db.query(updateChanged(work))
  }
  await work.hooks.written?.(db, stageOf(work))
  await db.changed(entity)
}
/** Columns of a field; an encrypted one also has a hash column. */
const both = (e: Entity, field: string): string[] => [col(e, field), ...(e.fields[field]?.options.encrypted ? [comparable(e, field)] : [])]

function insertNew({ db, entity: e, written }: Work): Sql {
  const initial = storedFields(e).flatMap(([n, f]) => (f.options.initial !== undefined ? [n] : []))
  const columns = [...new Set([...written, ...initial])].flatMap(n => both(e, n))
  const list = raw(['tenant_id', 'id', ...columns].join(', '))
  return sql`insert into ${tableOf(e)} (${list}, created_by, updated_by) select ${list}, ${db.me.userId}::uuid, ${db.me.userId}::uuid from import_stage where _new order by _row`
}
function updateChanged({ db, entity: e, written }: Work): Sql {
  const sets = raw(
    written
      .flatMap(n => both(e, n))
      .map(c => `${c} = s.${c}`)
      .join(', '),
  )
  return sql`update ${tableOf(e)} t set ${sets}, version = t.version + 1, updated_at = now(), updated_by = ${db.me.userId}::uuid from import_stage s where t.tenant_id = ${db.me.tenantId} and t.id = s.id and s._changed`
}
/** History entries of changed fields with old and new value; for secret, encrypted and S2 fields only the fact of the change. */
function history(work: Work, action: 'add' | 'update'): Sql {
  const { db, entity: e } = work
  const fields = action === 'add' ? [...new Set([...work.written, ...storedFields(e).flatMap(([n, f]) => (f.options.initial !== undefined ? [n] : []))])] : work.written
  return sql`insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
    select ${db.me.tenantId}::uuid, ${db.me.userId}::uuid, ${e.module}, ${action}, ${e.name}, s.id, 'import', ${diff(e, fields, action)}
    from import_stage s ${action === 'add' ? raw('where s._new') : sql`join ${tableOf(e)} t on t.tenant_id = ${db.me.tenantId} and t.id = s.id where s._changed`}`
}
const MOST_PAIRS = 40
function diff(e: Entity, fields: readonly string[], action: 'add' | 'update'): Sql {
  const pairs = fields.map(n => {
    const { secret, encrypted, sensitivity } = e.fields[n]?.options ?? {}
    const hidden = secret || encrypted || sensitivity === 'S2'
    const value = (alias: string): string => (hidden ? `case when ${alias}.${comparable(e, n)} is null then null else '******' end` : `${alias}.${col(e, n)}`)
    const pair = action === 'add' ? `jsonb_build_object('to', ${value('s')})` : `jsonb_build_object('from', ${value('t')}, 'to', ${value('s')})`
    const differs = action === 'add' ? `s.${comparable(e, n)} is not null` : `s.${comparable(e, n)} is distinct from t.${comparable(e, n)}`
    return raw(`'${n}', case when ${differs} then ${pair} end`)
  })
  const chunks: Sql[] = []
  for (let i = 0; i < pairs.length; i += MOST_PAIRS) chunks.push(sql`jsonb_strip_nulls(jsonb_build_object(${join(pairs.slice(i, i + MOST_PAIRS))}))`)
  return chunks.length ? join(chunks, ' || ') : raw(`'{}'::jsonb`)
}
