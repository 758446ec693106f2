import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { testTopic } from '../model/dictionaries.ts'
import { myPaper } from '../model/sit-actions.ts'
import { LookedQuestion } from './sit/LookedQuestion.tsx'

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
                <LookedQuestion key={q.no} of={q} />
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
