import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { WAYS } from '../model/correction.ts'
import { testTopic } from '../model/dictionaries.ts'
import type { Given } from '../model/marking.ts'
import { LETTERS } from '../model/question.ts'
import { myPaper } from '../model/sit-actions.ts'
import { givenText } from './sit/given.ts'
import { Pictured, Stem } from './sit/Pictured.tsx'
import style from './sit/sit.module.css'

type Looked = AnswerOf<typeof myPaper>['questions'][number]
/** 我的答卷: own answers beside the right ones, with explanations. */
export default function MyTestPaperPage() {
  const [params] = useSearchParams()
  const attemptId = params.get('attemptId') ?? ''
  const topics = useDict(testTopic)
  const read = useRead(myPaper, { attemptId }, { enabled: attemptId !== '' })
  return (
    <Page title={read.data?.name ?? t('我的答卷')} back="/test/mine" width="form">
      {attemptId ? (
        <Loaded of={read}>
          {paper => (
            <>
              {paper.total === null ? null : <p>{t('{{n}} 分', { n: paper.total })}</p>}
              {paper.topics.length ? (
                <p className="ql-help">{t('失分最多的知识点：{{what}}', { what: paper.topics.map(topic => dictLabel(topics, topic ?? '')).join('、') })}</p>
              ) : null}
              {paper.questions.map(q => (
                <One key={q.no} of={q} />
              ))}
            </>
          )}
        </Loaded>
      ) : (
        <Empty title={t('没有选择答卷')} />
      )}
    </Page>
  )
}
function One({ of: q }: { of: Looked }) {
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
      <p>{t('你的答案：{{what}}', { what: givenText(q, q.answer as Given) || t('没有答') })}</p>
      {q.key ? <p className={style.stem}>{t('正确答案：{{what}}', { what: q.type === 'judge' ? t(q.key) : q.key })}</p> : null}
      {q.explanation ? <p className={`ql-help ${style.stem}`}>{q.explanation}</p> : null}
    </Sheet>
  )
}
