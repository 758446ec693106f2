import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { baseParams } from '#modules/system/model/params.ts'
import { systemGate } from '#server/access/calls.ts'
import { allowOwnHost } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import type { Core } from '#server/data/core.ts'
import { DEMO_TENANT } from '#server/start/demo.ts'
import { identitySource } from '../model/sso.ts'
import type { StandInPerson } from './page.ts'
import { pointedAt } from './sources.ts'
import { type StandIn, standIn } from './stand-in.ts'

/** A person without an account here: leads to the binding page. */
const STRANGER: StandInPerson = { id: 'x-unbound', name: '尚未绑定的人', note: '到绑定页面' }
const NAMED = ['admin', 'officer', 'college', 'fdy', 'bzr', 'teacher', 'student', 'finance']

/** Mounts the stand-in on the demo's own server, below `/stand-in`. */
export async function mountStandIn(app: FastifyInstance, core: Core): Promise<{ point(address: string): Promise<void> }> {
  let sites: readonly string[] = []
  const secret = core.key('stand-in').toString('hex')
  const of = await standIn(app, { prefix: '/stand-in', sites: () => sites, secret, schoolCode: DEMO_TENANT, people: () => demoPeople(core) })
  return {
    async point(at) {
      const { origin, port } = new URL(at)
      sites = [...new Set([origin, `http://127.0.0.1:${port || 80}`, `http://localhost:${port || 80}`])]
      allowOwnHost(`127.0.0.1:${port || 80}`)
      await pointSources(core, of, `127.0.0.1:${port || 80}`, sites)
    },
  }
}
async function demoGate(core: Core): Promise<Db | undefined> {
  const { rows } = await core.pool.query<{ id: string }>('select id from tenant where code = $1', [DEMO_TENANT])
  return rows[0] && systemGate(core, rows[0].id, 'demo')
}
async function demoPeople(core: Core): Promise<StandInPerson[]> {
  const db = await demoGate(core)
  const rows = await db?.query<{ id: string; name: string; note: string }>(
    sql`select account_no as id, nick_name as name, user_name as note from sys_user where tenant_id = ${db.me.tenantId} and realm = 'admin' and user_name = any(${NAMED}::text[])
      order by array_position(${NAMED}::text[], user_name)`,
  )
  return [...(rows ?? []), STRANGER]
}
/** Points the demo school's sources at the present address of this server. */
async function pointSources(core: Core, of: StandIn, inner: string, sites: readonly string[]): Promise<void> {
  const db = await demoGate(core)
  await db?.tx(async tx => {
    const rows = await tx.unscoped(identitySource).all() // demo setup by the program
    for (const [source, pointed] of Object.entries(pointedAt(of, `http://${inner}`))) {
      const row = rows.find(r => r.source === source)
      if (row) await tx.update(identitySource, row.id, { ...pointed })
    }
    await setParam(tx, 'login', 'siteUrl', sites.join(', '))
  })
}
async function setParam(db: Db, group: string, key: string, value: string): Promise<void> {
  const [now] = await db.query<{ content: Record<string, unknown>; version: number }>(
    sql`select content, version from base_params where tenant_id = ${db.me.tenantId} and params_id = ${group} order by version desc limit 1`,
  )
  if (now?.content[key] === value) return
  await db.query(sql`insert into base_params (tenant_id, params_id, content, version)
    values (${db.me.tenantId}, ${group}, ${JSON.stringify({ ...now?.content, [key]: value })}, ${(now?.version ?? 0) + 1})`)
  await db.changed(baseParams)
}
