import type { Values } from '#model'
import { isMinor } from '#modules/student/model/age.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { asked } from './holiday-stay.ts'

type Form = Pick<Values<typeof asked>, 'from' | 'to' | 'reason' | 'guardianName' | 'guardianPhone'>
export interface StayContext {
  plan: { name: string; holidayFrom: string; holidayTo: string; stayAllowed: boolean; stayNeedsApproval: boolean; stayReasons: ReadonlyArray<string | null> | null }
  who: { name: string; birthDate: string | null }
  reasonName: string
  /** Planned end of the lasting bed; null if none. */
  plannedOut: string | null
  hasBed: boolean
}
/** All violations of a stay for this reason on these days. */
export function stayProblems(form: Form, { plan, who, reasonName, plannedOut, hasBed }: StayContext): Violation[] {
  const { name } = plan
  if (!plan.stayAllowed) return [{ key: 'stayOff', values: { name } }]
  if (!hasBed) return [{ key: 'noStay', values: { name: who.name } }]
  const found: Violation[] = []
  if (form.to < form.from) found.push({ key: 'order', values: { from: form.from, to: form.to }, field: 'to' })
  else if (form.from < plan.holidayFrom || form.to > plan.holidayTo)
    found.push({ key: 'outside', values: { from: form.from, to: form.to, name, holidayFrom: plan.holidayFrom, holidayTo: plan.holidayTo }, field: 'from' })
  if (plan.stayReasons?.length && !plan.stayReasons.includes(form.reason)) found.push({ key: 'reasonOff', values: { name, reason: reasonName }, field: 'reason' })
  if (isMinor(who.birthDate, form.from) && (!form.guardianName || !form.guardianPhone))
    found.push({ key: 'whom', values: { name: who.name }, field: form.guardianName ? 'guardianPhone' : 'guardianName' })
  if (plannedOut && plannedOut <= plan.holidayTo) found.push({ key: 'leavesForGood', values: { name: who.name, plannedOut } })
  return found
}
/** A plan not yet announced: it takes no stays and is visible to its editors only. */
export const isUnpublished = ({ state }: { state: string }): boolean => state === 'draft' || state === 'pending'
