import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { activityClosing } from '../model/closing.ts'

const VIEWS = {
  open: { label: '在办', where: { 'state.in': 'pending,returned' } },
  closed: { label: '已结清', where: { state: 'approved' } },
  over: { label: '超支', where: { isOver: 'true' } },
  all: { label: '全部' },
} as const
/** 活动经费结清: what activities cost against what was planned, and each student who came. */
export default function ActivityClosingPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof activityClosing>
      of={activityClosing}
      title={t('活动经费结清')}
      views={views}
      toolbar={<ApprovalsLink of="activityClosing" />}
      columns={[
        { key: 'activityId', width: 220, align: 'left' },
        { key: 'applicantId', width: 110 },
        { key: 'planned', width: 120 },
        { key: 'spent', width: 120 },
        { key: 'isOver', width: 100, render: row => (row.isOver ? <State tone="attention">{t('超支')}</State> : null) },
        { key: 'present', width: 80 },
        { key: 'perPresent', width: 110 },
        { key: 'state', width: 100 },
        ...(['attendance', 'rating', 'note'] as const).map(key => ({ key, width: 220, align: 'left' as const, hidden: true })),
      ]}
      facts={['activityId', 'spent', 'state']}
      filters={['activityId', 'isOver', 'state']}
      rowActions={row => [row.state === 'approved' ? <PrintButton key="report" of={activityClosing} template="activityReport" label={t('结项报告')} ids={[row.id]} /> : null]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各活动预算多少、实际花了多少、到场的人平均多少。'),
  who: t('团委和学工处看全校的，学院、指导教师看自己的。'),
  first: t('轮到你的在“待我审批”；超支的先看凭证和说明。'),
})
