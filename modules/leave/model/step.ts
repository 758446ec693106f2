import type { AskStep, Timeout } from '#model/flow/index.ts'

/** Twenty-four hours by the clock until they are reminded, twenty-four more until it goes one up. */
const TIMEOUT: Timeout = {
  hours: 48,
  workingTime: false,
  marks: [
    { atPercent: 50, action: 'remind' },
    { atPercent: 100, action: 'escalate' },
  ],
}
/** Steps of applications to be absent, by day or by night: one answer is enough, and it is waited for as long everywhere. */
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
