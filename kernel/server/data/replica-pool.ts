import type pg from 'pg'
import { appPool, type Connections } from './pool.ts'

/** Separate pool for long reads that tolerate replication lag. */
export interface ReplicaPool extends Connections {
  /** Open connections. */
  readonly totalCount: number
  end(): Promise<unknown>
}
/** Concurrent long reads, and how long one waits for a connection. */
const MOST = 2
const WAIT_MS = 20_000
/** Time before an unreachable replica is tried again. */
const LEFT_ALONE_MS = 30_000

/** Connects to the replica; to the primary while it is unreachable, or if none is configured. */
export function replicaPool(url: string, replicaUrl: string | undefined, say: (error: Error) => void): ReplicaPool {
  const home = appPool(url, MOST, { waitMs: WAIT_MS })
  if (!replicaUrl) return home
  const away = appPool(replicaUrl, MOST, { waitMs: WAIT_MS })
  let leftAloneUntil = 0
  return {
    get totalCount() {
      return home.totalCount + away.totalCount
    },
    async connect(): Promise<pg.PoolClient> {
      if (performance.now() < leftAloneUntil) return home.connect()
      try {
        return await away.connect()
      } catch (error) {
        // the pool is exhausted and the wait timed out: the replica is not down
        if (away.totalCount >= MOST) throw error
        say(error as Error)
        leftAloneUntil = performance.now() + LEFT_ALONE_MS
        return home.connect()
      }
    },
    end: () => Promise.all([home.end(), away.end()]),
  }
}
