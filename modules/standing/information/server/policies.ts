import { type Row, refusalOf } from '#model'
import { isByApproval } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, rules, seed } from '#server/context.ts'
import { DEFAULT_POLICIES, FIELD_LABELS, fieldPolicy, isContact, isLocked, type PolicyField, WINDOW } from '../model/field-policy.ts'

export type Policy = Row<typeof fieldPolicy>
export const labelOf = (field: string): string => FIELD_LABELS[field as PolicyField] ?? field

/** How each field changes now, by its name; contact data is applied for where the school says so (10-P8). */
export async function policiesOf(db: Db): Promise<ReadonlyMap<string, Policy>> {
  const [rows, byApproval] = [await db.cached(fieldPolicy), await isByApproval(db)]
  const policies = [...rows.values()].map(p => (byApproval && p.mode === 'free' && isContact(p.field) ? { ...p, mode: 'approve' as const } : p))
  return new Map(policies.sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0)).map(p => [p.field, p]))
}
/** Whether changes are taken on this day; a window may pass the end of the year. */
export function isInWindow({ window }: Pick<Policy, 'window'>, on = today()): boolean {
  const [from, to] = window?.split('～') ?? []
  if (!from || !to) return true
  const at = on.slice(5)
  return from <= to ? at >= from && at <= to : at >= from || at <= to
}
/** 30-SI2: what proves who somebody is stays locked, with a proof and the office as the last step. */
function check({ field, mode, proof, flow, window }: Policy): void {
  const name = { field: labelOf(field) }
  if (isLocked(field) && !(mode === 'locked' && proof && flow === 'officer')) throw refusalOf(fieldPolicy, 'locked', name, 'mode')
  if (mode === 'free' && !isContact(field)) throw refusalOf(fieldPolicy, 'notFree', name, 'mode')
  if (window && !WINDOW.test(window)) throw refusalOf(fieldPolicy, 'window', { window }, 'window')
}
const policyRules = rules(fieldPolicy, {
  async update(_ctx, row, patch) {
    const after = { ...row, ...patch }
    // what is locked is proven and decided by the office, whichever of the three is set
    if (after.mode === 'locked') Object.assign(patch, { proof: true, flow: 'officer' })
    check(isLocked(row.field) ? after : { ...after, ...patch })
  },
})
const defaults = seed('standing.policies', async db => {
  await db.insertMany(fieldPolicy, DEFAULT_POLICIES, { skipExisting: true })
})
export default [policyRules, defaults]
