import type { AnswerOf } from '#web/forms/useAct.ts'
import type { caseOf } from '../../model/case.ts'

/** Answer type of the case page. */
export type Case = AnswerOf<typeof caseOf>
export type CaseTask = Case['tasks'][number]
export type CaseLog = Case['logs'][number]
export type CaseField = Case['form'][number]
export type Mine = NonNullable<Case['mine']>
