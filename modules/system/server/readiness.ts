import sql from 'sql-template-tag'
import { hostsIn, innerHosts } from '#server/base/outbound.ts'
import { readinessCheck } from '#server/tenants/readiness.ts'
import { enabledAdmins } from './admins.ts'

/** Roles that need at least one holder in a working school. */
const NEEDED = ['officer', 'college', 'fdy', 'bzr', 'teacher', 'student', 'finance', 'psychologist', 'dormManager', 'repairer', 'admissions', 'league']

export default [
  readinessCheck('system.roles', '角色都有人', '/system/roles', async db => {
    const empty = await db.query<{ name: string }>(sql`select r.name from role r where r.tenant_id = ${db.me.tenantId} and r.code = any(${NEEDED}::text[])
      and not exists (select from role_user u where u.tenant_id = r.tenant_id and u.role_id = r.id) order by r.sort`)
    if (!empty.length) return { share: 1 }
    return { share: 1 - empty.length / NEEDED.length, text: '还没有用户的角色：{names}', values: { names: empty.map(r => r.name) } }
  }),
  readinessCheck('system.admins', '两名系统管理员', '/system/users', async db => {
    const admins = (await enabledAdmins(db)).length
    return admins > 1 ? { share: 1 } : { share: admins / 2, text: '只有 {count} 名系统管理员；再设一名，一人不在时也有人处理', values: { count: admins } }
  }),
  readinessCheck('system.passwords', '账号可以登录', '/system/users', async db => {
    const [n] = await db.query<{ accounts: number; usable: number }>(sql`select count(*)::int as accounts, count(*) filter (where has_password)::int as usable
      from active_account where tenant_id = ${db.me.tenantId} and realm = 'admin'`)
    const { accounts = 0, usable = 0 } = n ?? {}
    if (!accounts) return { share: 0, text: '还没有账号' }
    return usable === accounts ? { share: 1 } : { share: usable / accounts, text: '{lacking} 个账号还没有密码', values: { lacking: accounts - usable } }
  }),
  readinessCheck('system.innerHosts', '内部地址由安装统一允许', '/system/parameters', async db => {
    const { outboundHosts } = await db.params('security') // parameter of earlier versions
    const lost = [...hostsIn(typeof outboundHosts === 'string' ? outboundHosts : null)].filter(host => !innerHosts().has(host))
    if (!lost.length) return { share: 1 }
    return { share: 0, text: '系统参数里的“允许连接的内部地址”已不再起作用；请运维人员把 {hosts} 加入服务器的 OUTBOUND_HOSTS', values: { hosts: lost } }
  }),
]
