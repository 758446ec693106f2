import { Select } from 'antd'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { exportResults, surveyResults, tellOutcome } from '../model/analysis-actions.ts'
import { surveyTask } from '../model/survey-rows.ts'
import { Compared } from './analysis/Compared.tsx'
import { CrossTable } from './analysis/CrossTable.tsx'
import { Overview } from './analysis/Overview.tsx'
import { Texts } from './analysis/Texts.tsx'

const VIEWS = { results: '各题', cross: '交叉表', texts: '填写的文字', compare: '与以前比较', progress: '进度' } as const
/** 问卷管理 → 分析: what was answered, question by question and one by another. */
export default function AnalysisPage() {
  const views = useView(VIEWS)
  return (
    <ChosenRowPage
      title={t('问卷分析')}
      back="/survey/surveys"
      views={<ViewSwitch of={views} />}
      of="survey"
      label={t('问卷')}
      placeholder={t('选择问卷')}
      none={t('先选择一份问卷')}
    >
      {id => <OfSurvey id={id} view={views.view} />}
    </ChosenRowPage>
  )
}
const EVERY_MS = 5000
function OfSurvey({ id, view }: { id: string; view: keyof typeof VIEWS }) {
  const [params, , put] = useOwnParams()
  const by = params.get('by') ?? undefined
  const value = params.get('value') ?? undefined
  const read = useRead(surveyResults, { id, ...(by && value ? { by, value } : {}) }, { every: EVERY_MS, keeps: true })
  if (view === 'progress') return <TaskBoard of={surveyTask} id={id} words={{ expected: t('应填写'), answered: t('已填写'), lacking: t('未填写') }} />
  return (
    <Loaded of={read}>
      {data => (
        <Stack>
          <Row spread="between">
            <Row>
              {view === 'results' ? (
                <Select
                  aria-label={t('筛选')}
                  placeholder={t('全部答卷')}
                  popupMatchSelectWidth={false}
                  allowClear
                  value={by && value ? `${by} ${value}` : null}
                  options={data.facets.map(f => ({ label: f.label, options: f.values.map(v => ({ value: `${f.key} ${v.key}`, label: v.label })) })).filter(f => f.options.length)}
                  onChange={chosen => {
                    const [facet, ...rest] = (chosen ?? '').split(' ')
                    put({ by: facet || undefined, value: rest.join(' ') || undefined })
                  }}
                />
              ) : null}
            </Row>
            <Row>
              <DownloadButton of={exportResults} input={{ id, what: 'xlsx', as: 'labels' }} />
              <DownloadButton of={exportResults} input={{ id, what: 'csv', as: 'codes' }}>
                {t('CSV（代号）')}
              </DownloadButton>
              <DownloadButton of={exportResults} input={{ id, what: 'codebook', as: 'labels' }}>
                {t('编码表')}
              </DownloadButton>
              <FormButton of={tellOutcome} input={{ id }} note={t('问卷结束后，把结果和打算怎么做告诉每一个被问到的人。')} />
            </Row>
          </Row>
          {data.isGuarded ? <p className="ql-help">{t('少于最小人数的格子不显示，能推算出它的也不显示。')}</p> : null}
          {view === 'results' ? <Overview data={data} isFiltered={by !== undefined && value !== undefined} /> : null}
          {view === 'cross' ? <CrossTable id={id} facets={data.facets} /> : null}
          {view === 'texts' ? <Texts id={id} questions={data.questions} /> : null}
          {view === 'compare' ? <Compared id={id} former={data.former} /> : null}
        </Stack>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看答卷率、每题的结果和题与题的关系，导出，并把结果告诉大家。'),
  who: t('发起问卷的人和看得到它的部门；匿名和保密的问卷只有统计。'),
  first: t('先看“各题”，再到“交叉表”选两道题。'),
})
