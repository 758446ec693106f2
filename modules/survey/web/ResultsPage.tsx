import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { sharedResults } from '../model/analysis-actions.ts'
import { Bars } from './analysis/Bars.tsx'

/** 问卷结果: for those who were asked, where the author shares it. */
export default function ResultsPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const read = useRead(sharedResults, { id }, { enabled: id !== '' })
  return (
    <Page title={t('问卷结果')} back="/survey/mine" width="form">
      {id ? (
        <Loaded of={read}>
          {data => (
            <>
              {data.outcome ? (
                <Sheet title={t('结果反馈')}>
                  <p>{data.outcome}</p>
                </Sheet>
              ) : null}
              {data.questions.map(q => (q.bars.length ? <Bars key={q.key} of={q} /> : null))}
            </>
          )}
        </Loaded>
      ) : (
        <Empty title={t('没有选择问卷')} />
      )}
    </Page>
  )
}
