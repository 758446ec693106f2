import sql, { join } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { claimRound } from '../model/round.ts'
import { readRound } from './facts.ts'
import { ofGroup, studentsFor } from './people.ts'

export interface Opening {
  opensAt: string
  /** Names of the waves. */
  waves: string[]
  people: number
}
/** 30-WD6: at each moment at which waves of these rounds open, how many students may begin to choose: what opens at once is one rush. */
export async function openingsOf(db: Db, roundIds: readonly string[]): Promise<Opening[]> {
  const rounds = (await db.unscoped(claimRound).all({ id: [...roundIds], trial: false })).map(readRound) // numbers only
  const waves = rounds.flatMap(round => {
    const own = round.waves?.length ? round.waves : [{ name: round.name, opensAt: round.beginTime, group: {} }]
    return own.map(({ name, opensAt, group }) => ({ round, name, group, opensAt: new Date(opensAt).toISOString() }))
  })
  if (!waves.length) return []
  const counts = await Promise.all(waves.map(async ({ round, group }, n) => sql`select ${n}::int as n, s.id from ${await studentsFor(db, round, false)} s where ${ofGroup(group)}`))
  const moments = [...Map.groupBy(waves, wave => wave.opensAt)].sort(([a], [b]) => a.localeCompare(b))
  const momentOf = new Map(waves.map((wave, n) => [n, moments.findIndex(([at]) => at === wave.opensAt)]))
  // somebody in two waves of one moment is one person
  const rows = await db.query<{ moment: number; people: number }>(sql`select m.moment, count(distinct x.id)::int as people from (${join(counts, ' union all ')}) x
    join unnest(${[...momentOf.keys()]}::int[], ${[...momentOf.values()]}::int[]) m (n, moment) on m.n = x.n group by 1`)
  const people = new Map(rows.map(r => [r.moment, r.people]))
  return moments.map(([opensAt, own], n) => ({ opensAt, waves: own.map(w => w.name), people: people.get(n) ?? 0 }))
}
