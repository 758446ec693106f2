import { systemGate } from '../access/calls.ts'
import type { Core } from '../data/core.ts'
import { tenantOf } from '../data/tenant.ts'
import { linkFor } from '../tenants/first-admin.ts'
import { OPERATOR, preparePlatform } from '../tenants/platform-start.ts'
import { provision, type School } from '../tenants/provision.ts'
import type { Config } from './config.ts'
import type { Server } from './server.ts'

const ADMIN = { userName: 'admin', nickName: '系统管理员' }

/** First start of a production installation: creates the school and returns the activation link of its first administrator; there is no default password. Until that account
 *  is activated, each start prints a new link. */
export async function openFirstSchool({ core }: Server, config: Config): Promise<string> {
  const { rows } = await core.pool.query<TenantRow>("select id, state from tenant where code <> '000000' and state <> 'closed' order by created_at limit 1")
  const id = rows[0]?.state === 'provisioning' || !rows[0] ? await opened(core, rows[0]) : rows[0].id
  const link = await systemGate(core, id, 'start').tx(db => linkFor(db, 'admin', ADMIN))
  return link ? note('首个管理员 admin 的激活链接', 'Activation link of the first administrator "admin"', config, `token=${link}`) : ''
}
/** Activation link of the platform administrator; requested on the command line by somebody who can start the program. */
export async function platformLink(server: Server, config: Config): Promise<string> {
  const gate = await preparePlatform(server.core)
  const link = await gate.tx(db => linkFor(db, 'platform', OPERATOR, true))
  return note('平台运维 platform 的激活链接', 'Activation link of the platform operator "platform"', config, `tenantId=000000&token=${link}`)
}
interface TenantRow {
  id: string
  state: string
}
/** The school configured in the environment, or the one whose provisioning was interrupted. */
async function opened(core: Core, begun: TenantRow | undefined): Promise<string> {
  await preparePlatform(core)
  const given = { code: process.env.SCHOOL_CODE ?? '100001', schoolName: process.env.SCHOOL_NAME ?? '青蓝学校' }
  const id = begun?.id ?? (await tenantOf(core, given, 'provisioning'))
  const { rows } = await core.pool.query<School>('select code, school_name as "schoolName" from tenant where id = $1', [id])
  await provision(core, id, rows[0] ?? given)
  return id
}
const note = (chinese: string, english: string, { host, port }: Config, query: string): string =>
  `${chinese}（72 小时内有效，只能用一次）\n${english} (72 hours, once)\n  http://${host}:${port}/activate?${query}\n`
