import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Db, rules, seed } from '#server/context.ts'
import { DEFAULT_TYPES, leaveType, PERSONAL } from '../model/leave-type.ts'

const isDays = (value: unknown): boolean => value === undefined || (typeof value === 'number' && value >= 0 && value <= 999)
function checkLevels(given: unknown): void {
  if (given === null || given === undefined) return
  const { fdy, college, ...more } = given as Record<string, unknown>
  const isOrdered = typeof fdy !== 'number' || typeof college !== 'number' || fdy <= college
  if (typeof given !== 'object' || !isDays(fdy) || !isDays(college) || Object.keys(more).length || !isOrdered)
    throw refusalOf(leaveType, 'levels', { value: JSON.stringify(given) }, 'levelRules')
}
function checkDays({ maxDays, maxPerTerm }: { maxDays?: number | null; maxPerTerm?: number | null }): void {
  if (maxDays && maxPerTerm && maxPerTerm < maxDays) throw refusalOf(leaveType, 'termShort', { maxDays, maxPerTerm }, 'maxPerTerm')
}
async function usedBy(db: Db, typeId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*)::int as n from (select 1 from leave where tenant_id = ${db.me.tenantId} and type_id = ${typeId} limit 1000) x`)
  return row?.n ?? 0
}
const typeRules = rules(leaveType, {
  async add(_ctx, draft) {
    checkLevels(draft.levelRules)
    checkDays(draft)
  },
  async update({ db }, row, patch) {
    checkLevels(patch.levelRules)
    checkDays({ ...row, ...patch })
    if (row.code === PERSONAL && patch.isEnabled === false) throw refusalOf(leaveType, 'personalKept', { name: row.name }, 'isEnabled')
    if (patch.sensitive === undefined || patch.sensitive === row.sensitive) return
    const count = await usedBy(db, row.id)
    if (count) throw refusalOf(leaveType, 'sensitiveUsed', { name: row.name, count }, 'sensitive')
  },
  async remove({ db }, row) {
    if (row.code === PERSONAL) throw refusalOf(leaveType, 'personalKept', { name: row.name })
    const count = await usedBy(db, row.id)
    if (count) throw refusalOf(leaveType, 'used', { name: row.name, count })
  },
})
/** Seeds the default types; a school that has had types of its own keeps them unchanged. */
const defaults = seed('leave.types', async db => {
  const known = await db.query(sql`select 1 from leave_type where tenant_id = ${db.me.tenantId} limit 1`)
  if (!known.length) await db.insertMany(leaveType, DEFAULT_TYPES)
})
export default [typeRules, defaults]
