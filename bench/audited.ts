import type { Bench } from './bench.ts'
import { measure, type Side } from './compare.ts'
import { PASSWORD, withClient } from './database.ts'
import { signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'
import { ourCreates } from './workloads.ts'

const TARGET = 0.85
/** Much shorter than the minute of production, so that all entries of a run are sealed within it. */
const SEAL_EVERY_MS = 500
const JSON_BODY = { 'content-type': 'application/json' }

/** Work that writes audit entries, with and without concurrent sealing of their hash chain. */
export async function audited({ databases, ours, school, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const reveals: Side = {
    server: ours,
    shots: () =>
      school.students.map(id => ({
        method: 'POST',
        path: '/api/flySource-base/student/reveal',
        headers: { ...officer.headers, ...JSON_BODY },
        body: JSON.stringify({ id, fields: ['phone'], reason: '核对' }),
      })),
  }
  const creates: Side = { server: ours, shots: ourCreates(officer.headers, school) }
  const lines: Line[] = []
  for (const [work, side] of [
    ['reading a phone number in the clear, audited; 16 connections', reveals],
    ['create one; 16 connections', creates],
  ] as const) {
    const [before, sealed, after] = [await unsealed(databases, side), await sealing(databases, side), await unsealed(databases, side)]
    const bare = (before + after) / 2
    say(`${work}: ${sealed.toFixed(0)}/s sealed, ${before.toFixed(0)}/s and ${after.toFixed(0)}/s not`)
    lines.push({
      work: `${work}, sealed twice a second`,
      figure: `${sealed.toFixed(0)}/s`,
      ceiling: `${before.toFixed(0)}/s, ${after.toFixed(0)}/s (unsealed)`,
      ratio: (sealed / bare).toFixed(2),
      target: `≥ ${TARGET}`,
      isMet: sealed / bare >= TARGET,
    })
  }
  return lines
}
type Databases = Bench['databases']
const SEAL = "code = 'audit.seal'"
async function unsealed({ school }: Databases, side: Side): Promise<number> {
  await withClient(school, client => client.query(`update job set is_enabled = false where ${SEAL}`))
  return (await measure(side, 16)).perSecond
}
async function sealing({ school }: Databases, side: Side): Promise<number> {
  return withClient(school, async client => {
    const { rows } = await client.query<{ tenant_id: string }>(`update job set is_enabled = true where ${SEAL} returning tenant_id`)
    const ask = setInterval(() => {
      for (const { tenant_id } of rows)
        void client
          .query(`update job set is_asked = true, next_at = now() where tenant_id = $1 and ${SEAL}`, [tenant_id])
          .then(() => client.query('select pg_notify($1, $2)', ['ql_drain', `job.clock:${tenant_id}`]))
    }, SEAL_EVERY_MS)
    try {
      return (await measure(side, 16)).perSecond
    } finally {
      clearInterval(ask)
    }
  })
}
