import { ChartNoAxesColumn, Printer, Scale } from 'lucide-react'
import { useState } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useMayPrint } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { useCan } from '#web/session/useCan.ts'
import { grantAwards, openAwardNotice, reportAwards, simulateAwards } from '../model/actions.ts'
import { awardApplication } from '../model/application-row.ts'
import { awardBatch, batchActions, batchStages } from '../model/batch.ts'
import { AllocatePanel } from './AllocatePanel.tsx'
import { BATCH_CHANGES } from './changes.ts'
import { FormsPanel } from './FormsPanel.tsx'
import { SimulatePanel } from './SimulatePanel.tsx'

type Batch = Shown<typeof awardBatch>

/** 评奖评优 → 评奖批次: rounds of awards, from the first call to the grant. */
export default function BatchPage() {
  const [asked, setAsked] = useState<{ what: 'simulate' | 'allocate' | 'forms'; row: Batch }>()
  const mayRun = useCan(simulateAwards.permission)
  const mayPrint = useMayPrint(awardApplication)
  const close = () => setAsked(undefined)
  return (
    <>
      <RoundTable<typeof awardBatch>
        title={t('评奖批次')}
        of={awardBatch}
        actions={batchActions}
        columns={[
          { key: 'xn', width: 110 },
          { key: 'itemIds', width: 200, align: 'left' },
          { key: 'stage', width: 260, align: 'left', render: row => <Next of={row} /> },
          { key: 'seatCount', width: 80 },
          { key: 'appliedCount', width: 80 },
          { key: 'nominatedCount', width: 80 },
          {
            key: 'factsAsOf',
            title: t('条件、名额和审批表'),
            width: 280,
            render: row => (
              <Row gap={2}>
                {mayRun ? (
                  <>
                    <PlacedButton icon={<ChartNoAxesColumn size={15} />} onClick={() => setAsked({ what: 'simulate', row })}>
                      {t('模拟')}
                    </PlacedButton>
                    <PlacedButton icon={<Scale size={15} />} onClick={() => setAsked({ what: 'allocate', row })}>
                      {t('分配')}
                    </PlacedButton>
                  </>
                ) : null}
                {mayPrint && row.publishedAt ? (
                  <PlacedButton icon={<Printer size={15} />} onClick={() => setAsked({ what: 'forms', row })}>
                    {t('审批表')}
                  </PlacedButton>
                ) : null}
              </Row>
            ),
          },
        ]}
        fields={[
          { title: '评什么', fields: ['itemIds', 'factsAsOf', 'nominateBy', 'atEnd'] },
          { title: '公示', fields: ['collegeWorkdays', 'noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
        ]}
        initial={{
          ...{ audience: { roles: ['student'] }, atEnd: 'stay', collegeWorkdays: 3, noticeLevel: 'school', noticeWorkdays: 5 },
          noticeColumns: ['name', 'studentNo', 'college', 'className', 'item', 'level'],
        }}
      />
      {asked?.what === 'simulate' ? <SimulatePanel batch={asked.row} onClose={close} /> : null}
      {asked?.what === 'forms' ? <FormsPanel batch={asked.row} onClose={close} /> : null}
      {asked?.what === 'allocate' ? <AllocatePanel batch={asked.row} onClose={close} /> : null}
    </>
  )
}
/** Where a batch is, and what comes next. */
function Next({ of: { id, name, stage, publishedAt } }: { of: Pick<Batch, 'id' | 'name' | 'stage' | 'publishedAt'> }) {
  if (!publishedAt) return null
  const input = { id }
  const options = { changes: BATCH_CHANGES }
  const isOver = stage === 'cleared' || stage === 'reported' || stage === 'granted'
  return (
    <Row gap={2}>
      <StateTag of={batchStages} state={stage} />
      {stage === 'nominating' || stage === 'cleared' ? (
        <ActionButton
          of={openAwardNotice}
          input={input}
          {...options}
          confirm={t('公示“{{name}}”的拟推荐。公示前再核对一次条件，情况有变的退回学院复核。', { name })}
          done={t('已公示，情况有变的已退回复核')}
        />
      ) : null}
      {stage === 'cleared' ? <ActionButton of={reportAwards} input={input} {...options} confirm={t('公示没有异议的、要上报的奖项标为已上报。')} done={t('已上报')} /> : null}
      {isOver ? (
        <FormButton of={grantAwards} input={input} {...options} note={t('写入获奖档案、编证书号、生成发放单。再办一次只补上新结束公示的，不会重复。')} done={t('已授予')}>
          {stage === 'granted' ? t('再次授予') : t('授予')}
        </FormButton>
      ) : null}
    </Row>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('发起一次评奖：申报、学院推荐、公示、授予。'),
  who: t('学工处发起，学院在“申报审核”里排名和推荐。'),
  first: t('先新增批次并选奖项，用“模拟”看谁符合，再“分配”名额，然后发布。'),
})
