import type { AnswerOf } from '#web/forms/useAct.ts'
import { applicationStates } from '../../model/application.ts'
import type { myApplication } from '../../model/own-actions.ts'

export type Mine = AnswerOf<typeof myApplication>
export type MyRow = NonNullable<Mine['application']>
export interface StepProps {
  of: Mine
  row: MyRow
  applicant: NonNullable<Mine['applicant']>
}
/** What was sent back is mended until the review ends. */
export const mayEdit = ({ isOpen, reviewTo }: Mine, row: MyRow, verb: 'saveInfo' | 'saveFiles' | 'submit'): boolean =>
  applicationStates.allows(row, verb) && (isOpen || (row.state === 'returned' && Date.now() < Date.parse(reviewTo)))
