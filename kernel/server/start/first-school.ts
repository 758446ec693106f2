import { systemGate } from '../access/calls.ts'
import { provision } from '../provision.ts'
import { linkFor } from '../tenants/first-admin.ts'
import { OPERATOR, preparePlatform } from '../tenants/platform-start.ts'
import { tenantOf } from '../tenants/tenant.ts'
import type { Config } from './config.ts'
import type { Server } from './server.ts'

const ADMIN = { userName: 'admin', nickName: '系统管理员' }

/** At the first start of a real school: opens it and answers the activation link of its first administrator. No password is known to anybody.
 *  Later starts go on with schools whose opening broke off and bring menus and code sets up to date; while nobody has activated the first school's account,
 *  a new link is given. */
export async function openFirstSchool(server: Server, config: Config): Promise<string> {
  const { core } = server
  await preparePlatform(core)
  const known = await core.pool.query<{ id: string; code: string; school_name: string }>(
    "select id, code, school_name from tenant where code <> '000000' and state <> 'closed' order by created_at",
  )
  if (!known.rows.length) {
    const first = { code: process.env.SCHOOL_CODE ?? '100001', schoolName: process.env.SCHOOL_NAME ?? '青蓝学校' }
    known.rows.push({ id: await tenantOf(core, first, 'provisioning'), code: first.code, school_name: first.schoolName })
  }
  for (const school of known.rows) await provision(core, school.id, { code: school.code, schoolName: school.school_name })
  const link = await systemGate(core, known.rows[0]?.id as string, 'start').tx(db => linkFor(db, 'admin', ADMIN))
  return link ? note('首个管理员 admin 的激活链接', 'Activation link of the first administrator "admin"', config, `token=${link}`) : ''
}
/** The activation link of whoever runs the installation; asked for at a start, by somebody who can start the program. */
export async function platformLink(server: Server, config: Config): Promise<string> {
  const gate = await preparePlatform(server.core)
  const link = await gate.tx(db => linkFor(db, 'platform', OPERATOR, true))
  return note('平台运维 platform 的激活链接', 'Activation link of the platform operator "platform"', config, `tenantId=000000&token=${link}`)
}
const note = (chinese: string, english: string, { host, port }: Config, query: string): string =>
  `${chinese}（72 小时内有效，只能用一次）\n${english} (72 hours, once)\n  http://${host}:${port}/activate?${query}\n`
