import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { approveGreen, entryBoard, takeNext } from '../model/review-actions.ts'
import { CHANGES } from './changes.ts'
import { Reviewing } from './review/Reviewing.tsx'

/** 招生考试 → 资格审核: green rows at once, all others one after the other. */
export default function ReviewPage() {
  const [params, , put] = useOwnParams()
  const asked = params.get('batch')
  const read = useRead(entryBoard, asked ? { batchId: asked } : {})
  return (
    <Page
      title={t('资格审核')}
      actions={<RefSelect to="examBatch" aria-label={t('考试批次')} value={asked ?? read.data?.batchId} allowClear={false} onChange={id => put({ batch: id ?? undefined })} />}
    >
      <Loaded of={read} empty={of => !of.batchId && t('还没有考试批次')}>
        {of => (
          <>
            <Figures label={t('资格审核')}>
              <Figure label={t('待审核')} value={of.pending} to="/exam/applications?view=pending" />
              <Figure label={t('可批量通过')} value={of.green} />
              <Figure label={t('待复审')} value={of.second} />
            </Figures>
            <Desk batchId={of.batchId ?? ''} green={of.green} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
function Desk({ batchId, green }: { batchId: string; green: number }) {
  const [id, setId] = useState<string | null>()
  const take = useAct(takeNext, { done: false, onDone: of => setId(of.id) })
  const next = () => take.mutate({ batchId })
  return (
    <>
      <Row gap={2}>
        {green ? <ActionButton of={approveGreen} type="primary" input={{ batchId }} changes={CHANGES} confirm={t('{{n}} 名考生自动审核没有存疑，一起通过', { n: green })} /> : null}
        <Button loading={take.isPending} onClick={next}>
          {id ? t('下一条') : t('开始审核')}
        </Button>
      </Row>
      {take.error ? <Refused what={t('没有打开')} error={take.error} /> : null}
      {id ? <Reviewing key={id} id={id} onDone={next} /> : null}
      {id === null ? <Empty title={t('没有等你审核的报名')} /> : null}
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('审核考生的资格。没有存疑的批量通过，其余逐条看。'),
  who: t('招生办。存疑和免试的须由两位老师先后通过。'),
  first: t('先批量通过，再点“开始审核”；打开的一条在十分钟内只归你。'),
})
