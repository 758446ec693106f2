/** The three administrative functions that must be held by different people once `security.threeAdmins` is on (separation of duties). */
export const ADMIN_FUNCTIONS = { system: '系统管理', security: '安全管理', audit: '审计' } as const
export type AdminFunction = keyof typeof ADMIN_FUNCTIONS

const VERB = { read: /:(list|sessions|groups)$/ }
const SECURITY = [/^system:role:/, /^system:roleUser:/, /^system:user:(assignRoles|cover)$/]
const SYSTEM = [
  /^system:user:(?!assignRoles$|cover$|resetOwn$)/,
  /^system:menu:/,
  /^system:(dictionary|dictionaryItem|appName|appInfo|richText|apiClient|apiEntry):/,
  /^system:baseParams:/,
]
const AUDIT = [/^audit:/]

/** The administrative function a permission belongs to; read-only permissions belong to none. */
export function functionOf(key: string): AdminFunction | undefined {
  if (AUDIT.some(p => p.test(key))) return 'audit'
  if (VERB.read.test(key)) return undefined
  if (SECURITY.some(p => p.test(key))) return 'security'
  return SYSTEM.some(p => p.test(key)) ? 'system' : undefined
}
/** The administrative functions a set of permissions covers, in fixed order. */
export function functionsOf(keys: Iterable<string>): AdminFunction[] {
  const found = new Set([...keys].map(functionOf))
  return (Object.keys(ADMIN_FUNCTIONS) as AdminFunction[]).filter(f => found.has(f))
}
