import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import type { Db } from '../context.ts'
import { tenantOf } from '../data/tenant.ts'
import { DEMO_ACCOUNTS } from '../demo/accounts.ts'
import type { Demo } from '../demo/options.ts'
import { hashPassword } from '../identity/api.ts'
import { importFile } from '../registry/built.ts'
import { ROOT } from '../registry/registry.ts'
import { provision } from '../tenants/provision.ts'
import { makeDemoPlatform } from './demo-platform.ts'
import type { Server } from './server.ts'

export { demoVendor } from './demo-platform.ts'

export const DEMO_TENANT = '100001'
export const DEMO_PASSWORD = 'Qinglan@2026'

/** Creates the demo school once: runs each module's `server/demo.ts` in dependency order, in one transaction. */
export async function makeDemo(server: Server, options: { students: number }): Promise<string> {
  if (!Number.isInteger(options.students) || options.students < 40 || options.students > 60_000)
    throw new Error(`--students must be a number from 40 to 60000, it is ${options.students}`)
  const { core } = server
  const known = await core.pool.query('select from tenant where code = $1', [DEMO_TENANT])
  const school = { code: DEMO_TENANT, schoolName: '青蓝职业技术学院' }
  const tenantId = await tenantOf(core, school, 'active')
  if (known.rowCount && (await isFilled(server, tenantId))) return ''
  await provision(core, tenantId, school)
  const made = { students: options.students, passwordHash: await hashPassword(DEMO_PASSWORD) }
  process.stdout.write(`正在生成演示学校（${options.students} 名在校生）… Making the demo school…\n`)
  await systemGate(core, tenantId, 'demo').tx(async db => {
    const gather = statisticsOf(db)
    for (const { module, demo } of await demos(core.registry.modules.map(m => m.code))) {
      const began = performance.now()
      await demo(db, made)
      await gather()
      core.log.debug({ module, ms: Math.round(performance.now() - began) }, 'demo')
    }
  })
  await makeDemoPlatform(core, tenantId, made)
  await core.pool.query("select pg_notify('ql_demo', '')")
  await server.settle()
  return ''
}
const isFilled = async (server: Server, tenantId: string): Promise<boolean> =>
  (await systemGate(server.core, tenantId, 'demo').query({ text: 'select 1 from sys_user where tenant_id = $1 limit 1', values: [tenantId] } as never)).length > 0
/** Gathers planner statistics of tables that have grown: the rows of a running transaction are not seen by autovacuum, and scripts read what those before them wrote. */
function statisticsOf(db: Db): () => Promise<void> {
  const known = new Map<string, number>()
  return async () => {
    const tables = await db.query<{ name: string; rows: number }>(sql`select relname as name, n_tup_ins::int as rows from pg_stat_xact_user_tables where n_tup_ins > 50`)
    const grown = tables.filter(table => table.rows > 1.5 * (known.get(table.name) ?? 0))
    for (const { name, rows } of grown) known.set(name, rows)
    if (grown.length) await db.query(sql`analyze ${raw(grown.map(table => `"${table.name}"`).join(', '))}`)
  }
}
/** Demo scripts in dependency order; data attached to accounts is created after them. */
async function demos(modules: readonly string[]): Promise<Array<{ module: string; demo: Demo }>> {
  const files = modules.map(module => ({ module, path: join(ROOT, 'modules', module, 'server/demo.ts') })).filter(f => existsSync(f.path))
  return Promise.all(files.map(async ({ module, path }) => ({ module, demo: (await importFile(path)).default as Demo })))
}
export const printDemo = (address: string): string => `
青蓝 Qinglan  演示学校 青蓝职业技术学院 (${DEMO_TENANT})
  ${address}/login?tenantId=${DEMO_TENANT}
  账号 accounts  ${DEMO_ACCOUNTS.join('  ')}
  密码 password  ${DEMO_PASSWORD}
  迎新域 welcome  ${address}/welcome/login  newStudent      考试域 exam  ${address}/dzks/login  applicant
  平台运维 platform  ${address}/login?tenantId=000000  platform      注册学校 registration  ${address}/registerschool
  演示环境关闭了二次验证，密码公开，请勿存放真实数据。Second factor is off and the password is public: keep no real data here.
  按 Ctrl-C 停止 Ctrl-C stops everything.

`
