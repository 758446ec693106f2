import type { Bench } from './bench.ts'
import type { Side } from './compare.ts'
import { PASSWORD, withClient } from './database.ts'
import { fire, type Shot } from './load.ts'
import { hasPgbench, pgbench } from './pgbench.ts'
import { signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'
import { ourVenues, plainVenues } from './workloads.ts'

const CONNECTIONS = 16
const WARM_UP_SECONDS = 10
const SLICE_SECONDS = 4
const SLICES = 5
const TARGET = 0.45

/** CPU milliseconds per create. */
interface Slice {
  perSecond: number
  server: number
  database: number
}
/** Create of a plain record (venue): validation, change history and idempotency key. The ceiling is one insert of the same values in one round trip: no history, key or
 *  references. Both sides alternate in short slices and the median ratio counts, because a machine's speed varies within a minute. */
export async function creates(bench: Bench): Promise<Line[]> {
  const { plain, ours, plainHeaders, school } = bench
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const lines = await compared(bench, { server: plain, shots: plainVenues(plainHeaders) }, { server: ours, shots: ourVenues(officer.headers, school) })
  return [...lines, ...(hasPgbench ? [await alone(bench)] : [])]
}
/** PostgreSQL only: the statements of a venue in one round trip, against the single insert. */
async function alone({ databases, school, say }: Bench): Promise<Line> {
  const { tenant, user } = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ tenant: string; user: string }>('select tenant_id as tenant, id as user from sys_user where user_name = $1', [ACCOUNTS.officer])
    if (!rows[0]) throw new Error('the school has no officer')
    return rows[0]
  })
  const told = { words: { tenant, user, campus: school.campus, department: school.departments.at(-1) ?? '' }, options: `-c role=qinglan_app -c app.tenant=${tenant}` }
  const pairs: Array<[bare: number, ours: number]> = []
  for (let n = 0; n < SLICES; n++)
    pairs.push([
      (await pgbench(databases.plain, 'venue', CONNECTIONS, SLICE_SECONDS)).perSecond,
      (await pgbench(databases.school, 'ourVenue', CONNECTIONS, SLICE_SECONDS, told)).perSecond,
    ])
  const ratio = median(pairs.map(([bare, ours]) => ours / bare))
  say(`PostgreSQL alone: ${ratio.toFixed(2)} of one insert, in turns ${pairs.map(([bare, ours]) => (ours / bare).toFixed(2)).join(' ')}`)
  return {
    work: 'the same statements by PostgreSQL alone (pgbench), against the one insert',
    figure: `${median(pairs.map(([, ours]) => ours)).toFixed(0)}/s`,
    ceiling: `${median(pairs.map(([bare]) => bare)).toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
  }
}
const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
async function compared(bench: Bench, ceiling: Side, mine: Side): Promise<Line[]> {
  for (const side of [ceiling, mine]) await fired(side, WARM_UP_SECONDS)
  const pairs: Array<[Slice, Slice]> = []
  for (let n = 0; n < SLICES; n++) pairs.push([await slice(bench, ceiling), await slice(bench, mine)])
  const middle = (of: (pair: [Slice, Slice]) => number): number => median(pairs.map(of))
  const ratio = middle(([theirs, ours]) => ours.perSecond / theirs.perSecond)
  bench.say(`create a plain record: ${ratio.toFixed(2)} of the ceiling, in turns ${pairs.map(([theirs, ours]) => (ours.perSecond / theirs.perSecond).toFixed(2)).join(' ')}`)
  const shown = (of: (one: Slice) => number, digits: number, unit: string) => ({
    figure: `${middle(([, ours]) => of(ours)).toFixed(digits)}${unit}`,
    ceiling: `${middle(([theirs]) => of(theirs)).toFixed(digits)}${unit}`,
  })
  const times = (of: (one: Slice) => number): string => middle(([theirs, ours]) => of(ours) / of(theirs)).toFixed(1)
  return [
    {
      work: `create a plain record, validated, audited, idempotent; ${CONNECTIONS} connections`,
      ...shown(one => one.perSecond, 0, '/s'),
      ratio: ratio.toFixed(2),
      target: `≥ ${TARGET}`,
      isMet: ratio >= TARGET,
    },
    { work: 'of it the server’s processor', ...shown(one => one.server, 2, ' ms'), ratio: times(one => one.server) },
    { work: 'of it PostgreSQL’s processor', ...shown(one => one.database, 2, ' ms'), ratio: times(one => one.database) },
  ]
}
async function slice({ databases }: Bench, side: Side): Promise<Slice> {
  const [server, database] = [side.server.cpuSeconds(), databases.cpuSeconds()]
  const { requests, perSecond } = await fired(side, SLICE_SECONDS)
  return { perSecond, server: ((side.server.cpuSeconds() - server) * 1000) / requests, database: ((databases.cpuSeconds() - database) * 1000) / requests }
}
const fired = ({ server, shots }: Side, seconds: number) => fire(server.port, shots(seconds) as readonly Shot[], { connections: CONNECTIONS, seconds })
