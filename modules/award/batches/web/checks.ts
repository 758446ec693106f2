import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { openAwards } from '../model/application.ts'

type Check = NonNullable<NonNullable<AnswerOf<typeof openAwards>[number]>['checks'][number]>
/** Conditions as a list of ticks and crosses, each with value and limit; what nobody knows yet says so. */
export const checkItems = (checks: ReadonlyArray<Check | null>) =>
  checks.flatMap(c => {
    if (!c) return []
    const why = c.result === 'proof' ? [...c.why, t('有突出表现并附证明可以申报')] : c.why
    return [{ name: c.name, isMet: c.result === 'pass' || c.result === 'unknown', ...(why.length ? { why: why.join('；') } : {}) }]
  })
