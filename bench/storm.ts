import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { COUNT, withClient } from './database.ts'
import { atTheirTime, p99Of } from './paced.ts'
import { post, signInAll } from './product.ts'
import type { Line } from './results.ts'

const [ORDERS, WORKERS, MINUTES] = [1200, 60, 20]
/** Twenty minutes of a storm in forty seconds; a smaller school has a smaller storm. */
const SPEED = 30
const PLACES = ['一楼走廊', '二楼走廊', '三楼走廊', '水房', '大厅', '阳台'] as const
const HALLS = 100
const LIMIT_MS = 5000

/** Sixty workers who repair everything, everywhere, at any time. */
async function hire(client: pg.Client): Promise<{ leaves: string[]; buildings: string[] }> {
  await client.query(
    `with school as (select id as tenant_id from tenant where code <> '000000' limit 1),
      made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type) select tenant_id, 'admin', 'bench-w' || n, 'bench-w' || n, '维修工' || n, 3 from school, generate_series(1, ${WORKERS}) n
        on conflict do nothing returning tenant_id, id),
      given as (insert into role_user (tenant_id, role_id, user_id) select m.tenant_id, r.id, m.id from made m join role r on r.tenant_id = m.tenant_id and r.code = 'repairer' returning 1)
    insert into repair_skill (tenant_id, repairer_id, type_ids, max_open) select m.tenant_id, m.id, (select jsonb_agg(id) from repair_type where parent_id is null and tenant_id = m.tenant_id), 12 from made m`,
  )
  await client.query(
    `with school as (select c.tenant_id, min(c.id::text)::uuid as campus_id from campus c join tenant t on t.id = c.tenant_id where t.code <> '000000' group by c.tenant_id limit 1)
    insert into building (tenant_id, code, name, campus_id, usage, floors) select tenant_id, 'STORM-' || n, '风雨楼' || n, campus_id, 'dormitory', 6 from school, generate_series(1, ${HALLS}) n on conflict do nothing`,
  )
  const { rows: leaves } = await client.query<{ id: string }>("select id from repair_type where parent_id is not null and mode = 'auto' order by code")
  const { rows: buildings } = await client.query<{ id: string }>("select id from building where code like 'STORM-%' order by code")
  return { leaves: leaves.map(l => l.id), buildings: buildings.map(b => b.id) }
}
interface Outcome {
  orders: number
  undecided: number
  pooled: number
  ms: number
  most: number
}
/** What became of the orders since `began`: how long each waited for a worker or the pool, and how much the busiest worker has. */
async function outcomeOf(client: pg.Client, began: Date): Promise<Outcome> {
  const { rows } = await client.query<Outcome>(
    `select count(*)::int as orders, count(*) filter (where o.workless and o.pooled_at is null)::int as undecided, count(o.pooled_at)::int as pooled, coalesce(max(extract(epoch from o.decided - o.created_at) * 1000), 0)::float8 as ms,
      (select coalesce(max(n), 0)::int from (select count(*) as n from work_sheet where state in ('assigned', 'accepted', 'arrived') group by repairer_id) x) as most
    from (select o.*, s.id is null as workless, coalesce(o.pooled_at, s.assigned_at) as decided from repair_order o left join work_sheet s on s.order_id = o.id where o.created_at >= $1) o`,
    [began],
  )
  return rows[0] as Outcome
}
/** A storm: twelve hundred orders of a school in twenty minutes, and sixty workers. */
export async function storm({ ours, databases, say }: Bench): Promise<Line[]> {
  const { leaves, buildings, names } = await withClient(databases.school, async client => ({
    ...(await hire(client)),
    names: (
      await client.query<{ name: string }>("select user_name as name from sys_user where user_name like 'bench-s%' order by md5(user_name) limit $1", [Math.min(ORDERS, COUNT)])
    ).rows.map(r => r.name),
  }))
  const sessions = [...(await signInAll(ours.port, names)).values()]
  const agent = new Agent({ keepAlive: true })
  const began = new Date()
  const answers = await atTheirTime(sessions, (ORDERS / (MINUTES * 60)) * SPEED, (session, i) => {
    // every twentieth reports what the one before has just reported
    const n = i % 20 === 19 ? i - 1 : i
    const at = { placeType: 'public', buildingId: buildings[n % buildings.length], publicPlace: PLACES[Math.floor(n / buildings.length) % PLACES.length] }
    return post(
      session,
      '/api/flySource-repair/repairOrder/apply',
      JSON.stringify({ ...at, typeId: leaves[n % leaves.length], description: '漏雨了，地上有积水', phone: '13812345678' }),
      agent,
    )
  })
  agent.destroy()
  await pause(LIMIT_MS)
  const made = answers.filter(a => a.code === 200)
  const offered = answers.filter(a => a.msg.includes('同类')).length
  const other = answers.find(a => a.code !== 200 && !a.msg.includes('同类'))
  if (other) say(`an order was not taken: ${other.code} ${other.msg}`)
  const found = await withClient(databases.school, client => outcomeOf(client, began))
  const lost = answers.length - made.length - offered
  say(
    `${made.length} orders, ${offered} offered the same, ${lost} lost; ${found.pooled} pooled, ${found.undecided} undecided, decided within ${found.ms.toFixed(0)} ms, the busiest has ${found.most}`,
  )
  return [
    {
      work: `${made.length} orders of a storm, ${SPEED} times as fast as twenty minutes; submitted`,
      figure: `p99 ${p99Of(answers).toFixed(0)} ms`,
      target: '< 1 s',
      isMet: p99Of(answers) < 1000,
    },
    {
      work: `each dispatched, or in the pool with its reason (${found.pooled})`,
      figure: `${found.ms.toFixed(0)} ms at most`,
      target: '≤ 5 s',
      isMet: found.undecided === 0 && found.ms <= LIMIT_MS,
    },
    { work: 'sheets of the busiest of 60 workers', figure: String(found.most), target: '≤ 12', isMet: found.most <= 12 },
    { work: 'orders neither taken nor offered the same one', figure: String(lost), target: '0', isMet: lost === 0 },
  ]
}
