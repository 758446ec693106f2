import { Alert } from 'antd'
import { CloudOff } from 'lucide-react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { FieldsTable } from '#web/records/FieldsTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { myBag } from '../model/material.ts'
import { grabbable, grabOrder, myScores } from '../model/work-actions.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { JobCard } from './work/JobCard.tsx'
import { useWork, type Work } from './work/useWork.ts'

/** 我的工单: the worker's phone. Sheets and steps are kept on it, so that a cellar without a network does not stop the work. */
export default function WorkPage() {
  const [params] = useOwnParams()
  const views = useView({ route: '今日路线', grab: '抢单', done: '已完工', bag: '工具包', scores: '评价' })
  const { view: tab } = views
  const work = useWork()
  return (
    <Page title={t('我的工单')} width="form">
      <ViewSwitch of={views} />
      <Waiting work={work} />
      {tab === 'route' || tab === 'done' ? <Jobs work={work} isDone={tab === 'done'} named={params.get('id')} /> : null}
      {tab === 'grab' ? <Claims /> : null}
      {tab === 'bag' ? <Bag /> : null}
      {tab === 'scores' ? <Scores /> : null}
    </Page>
  )
}
/** What is not sent yet, and what the server refused. */
function Waiting({ work: { queue } }: { work: Work }) {
  const [refused] = queue.refusals
  const entry = queue.waiting.find(e => e.id === refused?.[0])
  return (
    <>
      {queue.waiting.length ? <Alert type="info" showIcon icon={<CloudOff size={16} />} title={t('{{n}} 步记在手机上，有网络时自动发送', { n: queue.waiting.length })} /> : null}
      {refused && entry ? (
        <>
          <Refused what={t('有一步没有成功')} error={refused[1]} />
          <button type="button" className="ql-link" onClick={() => void queue.discard([entry])}>
            {t('放弃这一步')}
          </button>
        </>
      ) : null}
    </>
  )
}
function Jobs({ work, isDone, named }: { work: Work; isDone: boolean; named: string | null }) {
  const { read, jobs } = work
  return (
    <Loaded of={{ ...read, data: jobs }} lines={8} empty={data => (data.some(j => (j.state === 'done') === isDone) ? undefined : t('没有工单'))}>
      {data => data.filter(j => (j.state === 'done') === isDone).map(job => <JobCard key={job.id} job={job} work={work} isNamed={job.id === named || job.orderId === named} />)}
    </Loaded>
  )
}
function Claims() {
  const read = useRead(grabbable, {})
  return (
    <Loaded of={read} empty={data => (data.length ? undefined : t('现在没有可抢的单'))}>
      {data =>
        data.map(o => (
          <Sheet key={o.orderId} title={o.place ?? ''} actions={<TimeLeft of={{ state: 'submitted', createdAt: o.createdAt, dueFinish: o.dueFinish }} />}>
            <p>
              {o.typeName} · {o.description}
            </p>
            <Row>
              <ActionButton of={grabOrder} input={{ orderId: o.orderId }} type="primary" changes={['workSheet']} />
            </Row>
          </Sheet>
        ))
      }
    </Loaded>
  )
}
function Bag() {
  const read = useRead(myBag, {})
  return (
    <Loaded of={read} empty={data => (data.length ? undefined : t('工具包是空的'))}>
      {data => <FieldsTable label={t(myBag.label)} of={myBag.output} rows={data} columns={['name', 'spec', 'qty', 'unit']} />}
    </Loaded>
  )
}
function Scores() {
  const read = useRead(myScores, {})
  return (
    <Loaded of={read} empty={data => (data.length ? undefined : t('还没有评价'))}>
      {data => <FieldsTable label={t(myScores.label)} of={myScores.output} rows={data} columns={['day', 'typeName', 'mean', 'text']} />}
    </Loaded>
  )
}
