import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { ask } from '../data/tenant-db.ts'

/** Daily limit (school time, UTC+8), kept in the database and thus shared by all processes. */
export interface DayLimit {
  key: string
  /** Maximum per day. */
  limit: number
}
const day = sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
const untilMidnight = sql`ceil(extract(epoch from ${day} + interval '1 day' - now()))::int`

/** Statement that counts one; returns a row unless the limit is reached. */
const countOne = ({ key, limit }: DayLimit): Sql => sql`
  insert into rate_count as r (key, window_start, count) select ${key}, ${day}, 1 where ${limit} > 0
  on conflict (key, window_start) do update set count = r.count + 1 where r.count < ${limit} returning count`

/** Takes one from the day's allowance, atomically. Returns 0, or the seconds until midnight when it is used up. */
export async function takeFromDay(pool: pg.Pool, of: DayLimit): Promise<number> {
  const rows = await ask<{ taken: boolean; left: number }>(pool, sql`with taken as (${countOne(of)}) select exists (select from taken) as taken, ${untilMidnight} as left`)
  return rows[0]?.taken ? 0 : Math.max(1, rows[0]?.left ?? 1)
}
/** Today's count without taking one, and the seconds until midnight if the limit is reached (else 0). */
export async function dayStanding(pool: pg.Pool, { key, limit }: DayLimit): Promise<{ count: number; retryAfter: number }> {
  const rows = await ask<{ count: number; left: number }>(
    pool,
    sql`select coalesce((select count from rate_count where key = ${key} and window_start = ${day}), 0) as count, ${untilMidnight} as left`,
  )
  const { count = 0, left = 1 } = rows[0] ?? {}
  return { count, retryAfter: count < limit ? 0 : Math.max(1, left) }
}
