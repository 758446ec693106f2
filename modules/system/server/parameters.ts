import sql from 'sql-template-tag'
import { allModules } from '#model'
import type { Db, Sealed } from '#server/context.ts'
import { type ParameterGroup, type ParameterSpec, PLATFORM_GROUPS } from '../model/parameters.ts'
import type { ParameterValue } from '../model/params.ts'

export type StoredContent = Record<string, ParameterValue | Sealed>
/** One version of a group as it is stored. */
export interface Stored {
  version: number
  content: StoredContent
  createdAt: string | null
  byName: string | null
}
const NEVER: Stored = { version: 0, content: {}, createdAt: null, byName: null }

/** The newest version of a group; version 0 and empty when the school has never saved it. */
export async function newest(db: Db, paramsId: string): Promise<Stored> {
  return (await versions(db, paramsId, 1))[0] ?? NEVER
}
export const versions = (db: Db, paramsId: string, limit: number): Promise<Stored[]> =>
  db.query<Stored>(sql`select p.version, p.content, p.created_at as "createdAt", u.nick_name as "byName" from base_params p
    left join sys_user u on u.tenant_id = p.tenant_id and u.id = p.created_by
    where p.tenant_id = ${db.me.tenantId} and p.params_id = ${paramsId} order by p.version desc limit ${limit}`)

/** One parameter of the platform's groups for this school. */
export async function setting<T extends ParameterValue>(db: Db, group: string, key: string): Promise<T> {
  const spec = PLATFORM_GROUPS.find(g => g.code === group)?.parameters[key]
  if (!spec) throw new Error(`no parameter ${group}.${key}`)
  return ((await db.params(group))[key] ?? spec.initial) as T
}
/** Display names of the platform's groups. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  login: '登录',
  wecom: '企业微信',
  password: '密码',
  session: '会话',
  sms: '短信',
  file: '文件',
  import: '导入',
  export: '导出',
  print: '打印',
  privacy: '隐私',
  security: '安全',
  notice: '通知公告',
  audit: '审计',
  account: '账号',
  shell: '界面',
  system: '系统管理',
  fdy: '辅导员',
  ai: 'AI',
}
export interface NamedGroup extends ParameterGroup {
  name: string
}
/** The platform's groups, then one for every module that declares parameters of its own. */
export const allGroups = (): readonly NamedGroup[] => [
  ...PLATFORM_GROUPS.map(g => ({ ...g, name: GROUP_NAMES[g.code] ?? g.code })),
  ...allModules()
    .filter(m => Object.keys(m.parameters).length)
    .map(m => ({ code: m.code, name: m.name, parameters: m.parameters })),
]
export const groupNamed = (code: string): NamedGroup | undefined => allGroups().find(g => g.code === code)
export const specOf = (group: ParameterGroup, key: string): ParameterSpec | undefined => (Object.hasOwn(group.parameters, key) ? group.parameters[key] : undefined)
