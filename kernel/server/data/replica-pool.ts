import type pg from 'pg'
import { appPool, type Connections } from './pool.ts'

/** Connections apart, for readings that may take long and may lag a little. */
export interface ReplicaPool extends Connections {
  /** Open ones. */
  readonly totalCount: number
  end(): Promise<unknown>
}
/** Long readings at once, and how long one waits for its turn. */
const MOST = 2
const WAIT_MS = 20_000
/** A replica that could not be reached is left alone for so long. */
const LEFT_ALONE_MS = 30_000

/** Connections to the replica, and while it cannot be reached to the database itself; without a replica to the database. */
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
        // somebody who waited too long for a turn has not lost the replica
        if (away.totalCount >= MOST) throw error
        say(error as Error)
        leftAloneUntil = performance.now() + LEFT_ALONE_MS
        return home.connect()
      }
    },
    end: () => Promise.all([home.end(), away.end()]),
  }
}
