import sql from 'sql-template-tag'
import { type Entity, type Field, type Mask, permissionKey, Refusal } from '#model'
import { writeAudit } from '../audit/audit-line.ts'
import { Subjects } from '../audit/subjects.ts'
import type { Db } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import type { ScopedRows } from '../data/rows.ts'
import { param } from '../params/params.ts'

type Plain = Record<string, unknown>
/** Personal values with so many possibilities that matching a whole one is a search and not a guess. */
const SEARCHED_BY: readonly (Mask | undefined)[] = ['idNo', 'phone', 'email']
const OPERATOR = /\.(like|ge|le|in|isNull)$/

/** The rows that client-supplied filters are applied to. */
export interface AskedRows {
  rows: ScopedRows<Entity>
  /** Audits whose rows the response shows; does nothing if no protected field was filtered by. */
  seen(rows: readonly Plain[]): Promise<void>
}
/** Every list, select and export with client-supplied filters reads its rows through here: what a reader may not see cannot be filtered by. With the entity's `reveal`
 *  permission, protected fields are filtered within that permission's scope. Without it, one exact identity number, phone number or email address per call, with an hourly
 *  limit. Both are audited first. Throws 400, 403 or 429. Conditions written in code (`db.visible(…).find({ idNo })`) are not affected. */
export async function askedRows(ctx: KernelCtx, e: Entity, permission: string, where: Readonly<Plain>): Promise<AskedRows> {
  const keys = Object.keys(where).filter(key => where[key] !== undefined && isProtected(fieldOf(e, key)))
  if (!keys.length) return { rows: ctx.db.visibleFor(e, permission) as ScopedRows<Entity>, seen: async () => {} }
  const reveal = permissionKey(e, 'reveal')
  const mayReveal = ctx.me.permissions.has(reveal)
  if (!mayReveal) assertLookup(e, keys, where)
  const auditId = await recorded(ctx, e, [...new Set(keys.map(nameOf))], mayReveal)
  const subjects = new Subjects(ctx.db, e, auditId)
  return {
    rows: (mayReveal ? ctx.db.visibleForBoth(e, permission, reveal) : ctx.db.visibleFor(e, permission)) as ScopedRows<Entity>,
    async seen(rows) {
      await subjects.add(rows)
      await subjects.flush()
    },
  }
}
/** Whether any of these filters names a field whose values are masked or withheld. */
export const namesProtected = (e: Entity, where: Readonly<Plain>): boolean => Object.keys(where).some(key => isProtected(fieldOf(e, key)))

const nameOf = (key: string): string => key.replace(OPERATOR, '')
const fieldOf = (e: Entity, key: string): Field | undefined => (Object.hasOwn(e.fields, nameOf(key)) ? e.fields[nameOf(key)] : undefined)
const isProtected = (field: Field | undefined): boolean => Boolean(field && !field.options.secret && (field.options.sensitivity || field.options.encrypted))

function assertLookup(e: Entity, keys: readonly string[], where: Readonly<Plain>): void {
  for (const key of keys) {
    const { label, options } = fieldOf(e, key) as Field
    if (options.sensitivity === 'S2' || !SEARCHED_BY.includes(options.mask)) throw refused(403, key, 'sensitiveFilter', '按“{label}”筛选须有查看完整信息的权限', { label })
    if (keys.length > 1 || OPERATOR.test(key) || typeof where[key] !== 'string') throw refused(400, key, 'oneValue', '“{label}”是个人信息，一次只能按一个完整的值查找', { label })
  }
}
const refused = (code: 400 | 403 | 429, key: string, rule: string, text: string, values: Plain): Refusal =>
  new Refusal(code, [{ field: key.slice(0, 80), rule: `list.${rule}`, text, values }])

/** Writes the audit entry and enforces the hourly limit. An advisory lock serialises the lookups of one user, so that concurrent ones are counted too. */
const recorded = (ctx: KernelCtx, e: Entity, fields: readonly string[], mayReveal: boolean): Promise<string> =>
  ctx.db.tx(async db => {
    if (!mayReveal) await countLookup(ctx, db, fields[0] ?? '')
    return writeAudit(db, { userId: ctx.me.userId, action: 'lookup', bizType: e.name, detail: { fields, mayReveal }, ip: ctx.ip, traceId: ctx.traceId })
  })
async function countLookup(ctx: KernelCtx, db: Db, field: string): Promise<void> {
  const most = await param<number>(ctx.core, ctx.me.tenantId, 'audit', 'lookupsPerHour')
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`lookup ${ctx.me.userId}`}, 0))`)
  const [made] = await db.query<{ n: number }>(sql`select count(*)::int as n from audit_log
    where tenant_id = ${ctx.me.tenantId} and user_id is not distinct from ${ctx.me.userId || null} and action = 'lookup' and at > now() - interval '1 hour' and detail ->> 'mayReveal' = 'false'`)
  if ((made?.n ?? 0) >= most) throw refused(429, field, 'tooManyLookups', '每小时最多按个人信息查找 {most} 次，请稍后再试', { most })
}
