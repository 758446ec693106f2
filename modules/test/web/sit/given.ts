import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { Given } from '../../model/marking.ts'
import { LETTERS } from '../../model/question.ts'
import type { myPaper } from '../../model/sit-actions.ts'

type Looked = AnswerOf<typeof myPaper>['questions'][number]
/** An answer in words: letters of the options as they were shown. */
export function givenText(q: Looked, given: Given): string {
  const letter = (key: string): string => {
    const at = q.options.findIndex(o => o.key === key)
    return q.type === 'judge' ? t(q.options[at]?.text ?? '') : (LETTERS[at] ?? '')
  }
  if (given === null) return ''
  if (typeof given === 'string') return q.options.length ? letter(given) : given
  if (Array.isArray(given)) return q.type === 'order' ? given.map(letter).join('') : given.map(letter).toSorted().join('')
  return Object.entries(given)
    .map(([left, right]) => `${q.options.find(o => o.key === left)?.text ?? ''} – ${q.rights.find(r => r.key === right)?.text ?? ''}`)
    .join('；')
}
