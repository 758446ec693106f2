import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { WAYS } from '../../model/correction.ts'
import type { Given } from '../../model/marking.ts'
import { LETTERS } from '../../model/question.ts'
import type { myPaper } from '../../model/sit-actions.ts'
import { givenText } from './given.ts'
import { Pictured, Stem } from './Pictured.tsx'
import style from './sit.module.css'

type Looked = AnswerOf<typeof myPaper>['questions'][number]
/** A question with the answer that was given, what it earned and, once it may be seen, what is right. */
export function LookedQuestion({ of: q }: { of: Looked }) {
  const isRight = q.got !== null && q.got >= q.score
  const isDropped = q.correctedAs === 'drop'
  return (
    <Sheet
      title={t('第 {{n}} 题', { n: q.no })}
      note={q.correctedAs ? t('这道题已更正：{{way}}', { way: t(WAYS[q.correctedAs]) }) : null}
      actions={q.got === null || isDropped ? null : <State tone={isRight ? 'done' : 'refused'}>{t('{{got}} / {{full}} 分', { got: q.got, full: q.score })}</State>}
    >
      <Stem of={q} />
      {q.options.length && q.type !== 'judge' ? (
        <ul>
          {q.options.map((o, i) => (
            <li key={o.key}>
              {`${LETTERS[i]}. `}
              <Pictured text={o.text} pictures={q.pictures} />
            </li>
          ))}
        </ul>
      ) : null}
      <p>{t('作答：{{what}}', { what: givenText(q, q.answer as Given) || t('没有答') })}</p>
      {q.key ? <p className={style.stem}>{t('正确答案：{{what}}', { what: q.type === 'judge' ? t(q.key) : q.key })}</p> : null}
      {q.explanation ? <p className={`ql-help ${style.stem}`}>{q.explanation}</p> : null}
    </Sheet>
  )
}
