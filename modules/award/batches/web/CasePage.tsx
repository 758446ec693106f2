import { Select } from 'antd'
import type { ReactNode } from 'react'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { nominateAward } from '../model/actions.ts'
import { awardApplication } from '../model/application-row.ts'
import { awardFields } from '../model/quota-actions.ts'
import { Ranking } from './Ranking.tsx'

const VIEWS = { rank: '排名推荐', list: '全部申报' } as const
/** 评奖评优 → 申报审核: ranking and nominating an item in a college, and the list of all applications. */
export default function CasePage() {
  const mayNominate = useCan(nominateAward.permission)
  const shown = useView(VIEWS, { param: 'tab', may: view => view !== 'rank' || mayNominate })
  const views = <ViewSwitch of={shown} />
  if (shown.view === 'rank') return <Fields views={views} />
  return (
    <EntityTable<typeof awardApplication>
      of={awardApplication}
      title={t('申报审核')}
      views={views}
      toolbar={<ApprovalsLink of="award" />}
      columns={[
        { key: 'recipient', width: 140, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 150 },
        { key: 'batchId', width: 180, align: 'left' },
        { key: 'itemId', width: 150, align: 'left' },
        { key: 'rankInCollege', width: 100 },
        { key: 'level', width: 90 },
        { key: 'state', width: 100 },
        ...(['departmentId', 'amount', 'noticed', 'reviewReason', 'cancelReason', 'createdAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['batchId', 'itemId', 'departmentId', 'studentId', 'state']}
      detail={{ except: ['checks', 'evidenceIds'] }}
      batchActions={rows => <PrintButton of={awardApplication} template="awardForm" label="审批表" ids={rows.map(r => r.id)} />}
    />
  )
}
function Fields({ views }: { views: ReactNode }) {
  const [params, , put] = useOwnParams()
  const read = useRead(awardFields, {})
  if (!read.data) return <Loading of={read} lines={10} />
  const all = read.data.flatMap(f => f ?? [])
  const chosen = all.find(f => f.id === params.get('quota')) ?? all.find(f => f.batchId === params.get('batch')) ?? all.find(f => f.waiting + f.review > 0) ?? all[0]
  const label = (f: (typeof all)[number]): string => [f.batch, f.item, f.college].join(' · ') + (f.waiting + f.review ? ` (${f.waiting + f.review})` : '')
  const choose = chosen ? (
    <Select
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      className="ql-wide"
      aria-label={t('批次、奖项和学院')}
      value={chosen.id}
      options={all.map(f => ({ value: f.id, label: label(f) }))}
      onChange={id => put({ quota: id, batch: undefined })}
    />
  ) : null
  return (
    <Page title={t('申报审核')} views={views} actions={choose}>
      {chosen ? <Ranking key={chosen.id} id={chosen.id} /> : <Empty title={t('还没有分配名额的评奖批次')} />}
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('给申报排名，在名额内推荐，发起投票和学院公示。'),
  who: t('学院排名推荐，辅导员和班主任查看所带学生的申报。'),
  first: t('先看各项条件，用上移下移排好名次，再逐个推荐。'),
})
