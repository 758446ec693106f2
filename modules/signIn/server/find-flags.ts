import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Flag } from '../model/flags.ts'
import { signLine } from '../model/sign-line.ts'
import { settingsOf } from './settings.ts'

/** Adds a flag to lines without it; reviewed flags are not raised again. */
async function mark(db: Db, flag: Flag, which: Sql): Promise<number> {
  const flags = sql`coalesce(t.flags, '[]'::jsonb)`
  const marked = { flags: sql`${flags} || to_jsonb(${flag}::text)`, flagState: sql`coalesce(t.flag_state, 'open')` }
  return (await db.updateWhere(signLine, sql`not ${flags} ? ${flag} and t.id in (${which})`, marked, { history: false })).length
}
const SIGNED = sql`('signed', 'late')`

/** 20-SA8: anomalies visible only across lines. Flags never decide: the publisher does. */
export async function findFlags(db: Db, occurrenceIds: readonly string[]): Promise<number> {
  const { sameSpot, jumpKmh, photoDays } = await settingsOf(db)
  const here = sql`l.tenant_id = ${db.me.tenantId} and l.occurrence_id = any(${[...occurrenceIds]}::uuid[]) and l.state in ${SIGNED}`
  const spots = await mark(
    db,
    'sameSpot',
    sql`select x.id from (select l.id, count(*) over (partition by l.occurrence_id, l.lat, l.lng, l.accuracy) as n from sign_line l where ${here} and l.lat is not null) x where x.n >= ${sameSpot}`,
  )
  const photos = await mark(
    db,
    'samePhoto',
    sql`select l.id from sign_line l join sign_photo p on p.tenant_id = l.tenant_id and p.line_id = l.id
      where ${here} and exists (select from sign_photo o where o.tenant_id = p.tenant_id and o.print = p.print and o.id <> p.id and o.taken_at > now() - make_interval(days => ${photoDays}::int))`,
  )
  // metres on the ground, accurate enough for a speed check
  const metres = sql`sqrt(power((l.lng - b.lng)::float8 * 111320 * cos(radians(l.lat::float8)), 2) + power((l.lat - b.lat)::float8 * 111320, 2))`
  const jumps = await mark(
    db,
    'jump',
    sql`select l.id from sign_line l join lateral (select b.lat, b.lng, b.signed_at from sign_line b
        where b.tenant_id = l.tenant_id and b.student_id = l.student_id and b.lat is not null and b.signed_at < l.signed_at and b.date >= l.date - 1 order by b.signed_at desc limit 1) b on true
      where ${here} and l.lat is not null and ${metres} / 1000 / greatest(extract(epoch from l.signed_at - b.signed_at) / 3600, 1.0 / 3600) > ${jumpKmh}`,
  )
  return spots + photos + jumps
}
