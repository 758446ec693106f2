import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { Reason } from '../model/engine/explain.ts'
import type { planCard, planRuns, staffPlans } from '../model/read-actions.ts'
import { REASON_RULES } from '../model/wish-actions.ts'

export type PlanHead = AnswerOf<typeof staffPlans>[number]
export type Card = AnswerOf<typeof planCard>
export type RunRow = AnswerOf<typeof planRuns>[number]
/** Still open: simulated or adjusted, not committed. */
export const isOpenPlan = (state: string): boolean => state === 'draft' || state === 'simulated' || state === 'undone'

const GENDERS: Readonly<Record<string, string>> = { 1: '男', 2: '女' }
export const genderWord = (code: string | null): string => (code ? t(GENDERS[code] ?? '—') : '—')
/** 同班同寝 3/3; a share is a percentage. */
export function reasonText({ rule, met, of }: Reason): string {
  const name = t(REASON_RULES[rule])
  if (rule === 'priority' || rule === 'pinned') return name
  if (rule === 'rhythm') return `${name} ${met}%`
  return of === 1 ? `${name}${met ? ' ✓' : ' ✗'}` : `${name} ${met}/${of}`
}
