import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { examApplication } from '../model/application.ts'
import { cancelApplication, entryBoard } from '../model/review-actions.ts'

const VIEWS = {
  all: { label: '全部', where: {} },
  pending: { label: '待审核', where: { state: 'pending' } },
  returned: { label: '退回修改', where: { state: 'returned' } },
  approved: { label: '待缴费', where: { state: 'approved' } },
  paid: { label: '报名完成', where: { state: 'paid' } },
  seated: { label: '已排座', where: { state: 'seated' } },
  lapsed: { label: '已失效', where: { state: ['lapsed', 'rejected'] } },
} as const

/** 招生考试 → 报名管理: how far registrations are, and how the plans fill. */
export default function ApplicationPage() {
  return (
    <Stack>
      <EntityTable<typeof examApplication>
        of={examApplication}
        title={t('报名管理')}
        views={useView(VIEWS)}
        verbs={['export']}
        columns={[
          { key: 'ksh', width: 160 },
          { key: 'name', width: 110, align: 'left' },
          { key: 'category', width: 120 },
          { key: 'choices', width: 220, align: 'left' },
          { key: 'state', width: 110 },
          { key: 'isGreen', width: 120 },
          { key: 'doubts', width: 160, align: 'left' },
          { key: 'submittedAt', width: 150 },
          { key: 'reviewerId', width: 110 },
          { key: 'precedence', width: 90, hidden: true },
          { key: 'precedenceReason', width: 200, align: 'left', hidden: true },
          ...(['batchId', 'exempt', 'exemptState', 'reviewedAt', 'reviewNote', 'paidAt', 'obeyAdjust'] as const).map(key => ({ key, hidden: true })),
        ]}
        filters={['batchId', 'category', 'isGreen', 'exempt', 'exemptState']}
        rowActions={row => (
          <FormButton
            of={cancelApplication}
            input={{ id: row.id }}
            changes={['examApplication']}
            note={
              row.state === 'seated' ? t('报名失效，座位空出。排座后费用不退，除非考务安排里写明可退。') : t('报名失效，没有缴的费用不用再缴；已缴的转入考生的预存，由财务处退还。')
            }
            danger
          />
        )}
      />
      <Board />
    </Stack>
  )
}
function Board() {
  const [params, , put] = useOwnParams()
  const asked = params.get('boardBatch')
  const { data: of } = useRead(entryBoard, asked ? { batchId: asked } : {})
  if (!of?.batchId) return null
  return (
    <Sheet
      title={t('报名概况')}
      actions={<RefSelect to="examBatch" aria-label={t('考试批次')} value={asked ?? of.batchId} allowClear={false} onChange={id => put({ boardBatch: id ?? undefined })} />}
    >
      <Figures label={t('报名概况')}>
        {of.listed ? <Figure label={t('省招办名单')} value={of.listed} /> : null}
        <Figure label={t('开始报名')} value={of.begun} />
        <Figure label={t('已提交')} value={of.submitted} />
        <Figure label={t('待审核')} value={of.pending} />
        <Figure label={t('待复审')} value={of.second} />
        <Figure label={t('待缴费')} value={of.approved} />
        <Figure label={t('报名完成')} value={of.paid} />
        <Figure label={t('已失效')} value={of.lapsed} />
      </Figures>
      <PlainTable
        label={t('招生计划')}
        rows={of.plans.flatMap(p => p ?? [])}
        keyOf={p => p.id}
        isLong
        columns={[
          [t('招生计划'), p => p.label, { isHead: true }],
          [t('名额'), p => p.places, { isNumber: true }],
          [t('第一志愿'), p => p.first, { isNumber: true }],
          [t('填报'), p => p.all, { isNumber: true }],
          [t('通过审核'), p => p.approved, { isNumber: true }],
        ]}
      />
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每个考生报到哪一步，各专业报了多少人。'),
  who: t('招生办；学工处查看。'),
  first: t('按状态看名单；下面是各计划的填报情况。'),
})
