import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { Sentence } from '#web/statistics/Statistics.tsx'
import { workProgress } from '../model/actions.ts'
import { workQuota } from '../model/work-quota.ts'

const VIEWS = { progress: '完成情况', quotas: '定额' } as const
export const about: PageFile['about'] = () => ({
  use: t('学校要求每位辅导员每月、每学期、每学年至少做多少，现在各完成多少。'),
  who: t('学工处定要求；学院看本院的完成情况，辅导员看自己的。'),
  first: t('先看还差最多的。要求变了，按现在的要求重新计算。'),
})
/** 工作定额: who has done how much of what is asked, and what is asked. */
export default function WorkQuotaPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  if (views.view === 'quotas')
    return (
      <EntityTable<typeof workQuota>
        of={workQuota}
        title={t('工作定额')}
        views={shown}
        columns={['kind', 'period', 'coverage', 'minCount']}
        facts={['period', 'minCount']}
        filters={['kind', 'period']}
        form={{ layout: ['kind', 'period', 'coverage', 'minCount'] }}
      />
    )
  return (
    <Page title={t('工作定额')} views={shown}>
      <Progress />
    </Page>
  )
}
function Progress() {
  const read = useRead(workProgress, {})
  return (
    <Loaded of={read} empty={data => !data.rows.length && t('范围里没有在任辅导员，或者学校没有定额')}>
      {data => {
        const rows = data.rows.flatMap(r => r ?? [])
        return (
          <>
            <Sentence>{t('{{all}} 项定额中 {{n}} 项还没有完成。', { all: rows.length, n: rows.filter(r => r.lacking > 0).length })}</Sentence>
            <ListSheet of={workProgress.output.rows} rows={rows} columns={['name', 'college', 'kind', 'period', 'coverage', 'asked', 'done', 'lacking']} />
          </>
        )
      }}
    </Loaded>
  )
}
