import type { AskStep, Timeout } from '#model/flow/index.ts'

/** Reminder after 24 hours by the clock, escalation after 24 more. */
const TIMEOUT: Timeout = {
  hours: 48,
  workingTime: false,
  marks: [
    { atPercent: 50, action: 'remind' },
    { atPercent: 100, action: 'escalate' },
  ],
}
/** Steps of absence applications, by day or night: one approval suffices, and the deadline is the same everywhere. */
export const absenceStep =
  (phrases: string[]) =>
  (id: string, name: string, approvers: AskStep['approvers'], emptyPolicy: AskStep['emptyPolicy'] = 'owner'): AskStep => ({
    id,
    type: 'approve',
    name,
    approvers,
    multi: { kind: 'any' },
    emptyPolicy,
    samePolicy: 'pass',
    needOpinion: 'negative',
    timeout: TIMEOUT,
    phrases,
  })
