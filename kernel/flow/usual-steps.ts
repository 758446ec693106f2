import type { ApproverSource, AskStep, Timeout } from './graph.ts'

type Settings = Partial<Omit<AskStep, 'id' | 'type' | 'name' | 'approvers'>>
/** Reminder after 24 hours by the clock, escalation after 24 more. */
export const WITHIN_TWO_DAYS: Timeout = {
  hours: 48,
  workingTime: false,
  marks: [
    { atPercent: 50, action: 'remind' },
    { atPercent: 100, action: 'escalate' },
  ],
}
/** Working hours of a day by the default office hours (08:00 to 17:30); a deadline of some days is so many of them (10-W10). */
export const WORKDAY_HOURS = 9.5
/** A deadline of working days, with a reminder at half of it and at its end. */
export const withinWorkdays = (days: number): { timeout: Timeout } => ({
  timeout: { hours: days * WORKDAY_HOURS, workingTime: true, marks: [50, 100].map(atPercent => ({ atPercent, action: 'remind' as const })) },
})
/** The steps that many applications begin with: one approval suffices, and whoever refuses says why. `common` holds for all steps of a flow, `more` for one. */
export function usualSteps(common: Settings = {}) {
  const step = (id: string, name: string, approvers: ApproverSource, more: Settings = {}): AskStep => ({
    ...{ id, type: 'approve', name, approvers, multi: { kind: 'any' }, emptyPolicy: 'owner', samePolicy: 'pass', needOpinion: 'negative' },
    ...common,
    ...more,
  })
  return {
    step,
    /** Of a class without a counsellor the department decides. */
    fdy: (more: Settings = {}): AskStep => step('fdy', '辅导员', { by: 'relation', relation: 'fdy' }, { emptyPolicy: 'upDepartment', ...more }),
    college: (more: Settings = {}): AskStep => step('college', '学院', { by: 'relation', relation: 'college' }, more),
    officer: (more: Settings = {}): AskStep => step('officer', '学工处', { by: 'role', role: 'officer' }, more),
  }
}
