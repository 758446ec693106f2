import type { Sql } from 'sql-template-tag'
import { type Connections, connectFor } from './pool.ts'

/** Streams the rows of any statement in batches from a server-side cursor: constant memory, one snapshot. */
export async function* streamBatches<T extends object>(pool: Connections, tenantId: string, statement: Pick<Sql, 'text' | 'values'>, size: number): AsyncGenerator<T[]> {
  const client = await connectFor(pool, tenantId)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query({ text: `declare batch no scroll cursor for ${statement.text}`, values: statement.values as unknown[] })
    for (;;) {
      const { rows } = await client.query<T>(`fetch ${size} from batch`)
      if (!rows.length) break
      yield rows
    }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
