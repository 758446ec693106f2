import { RefreshCw, ShieldCheck } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { retryLoss, settleLoss } from '../model/actions.ts'
import { cardReissue } from '../model/card-reissue.ts'

const VIEWS = {
  pending: { label: '审批中', where: { 'state.in': 'pending,returned' }, sort: ['-createdAt'] },
  unpaid: { label: '待缴费', where: { cardState: 'unpaid' }, sort: ['-approvedAt'] },
  making: { label: '制证中', where: { 'cardState.in': 'queued,producing' }, sort: ['-approvedAt'] },
  ready: { label: '待领取', where: { cardState: 'ready' }, sort: ['-approvedAt'] },
  losses: { label: '要挂失', where: { 'lossState.in': 'manual,failed' }, sort: ['-approvedAt'] },
  all: { label: '全部', sort: ['-createdAt'] },
} as const
/** 证卡补办 → 补办审核 */
export default function CardPage() {
  const views = useView(VIEWS)
  const isBefore = views.view === 'pending'
  return (
    <EntityTable<typeof cardReissue>
      of={cardReissue}
      title={t('补办审核')}
      views={views}
      toolbar={<ApprovalsLink of="cardReissue" />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 130 },
        { key: 'kindId', width: 140, align: 'left' },
        { key: 'reason', width: 130 },
        { key: 'createdAt', title: t('申请时间'), width: 150 },
        { key: 'state', width: 100, hidden: !isBefore && views.view !== 'all' },
        { key: 'cardState', width: 130, hidden: isBefore },
        { key: 'fee', width: 100 },
        { key: 'feeState', width: 90, hidden: isBefore },
        { key: 'batchId', width: 150, hidden: views.view !== 'making' },
        { key: 'newCardNo', width: 140, hidden: views.view !== 'ready' },
        { key: 'readyAt', width: 150, hidden: views.view !== 'ready' },
        { key: 'oldCardNo', width: 140, hidden: views.view !== 'losses' },
        { key: 'lossState', width: 150, hidden: views.view !== 'losses' },
        { key: 'lossError', width: 200, align: 'left', hidden: views.view !== 'losses' },
        ...(
          [
            'departmentId',
            'majorId',
            'grade',
            'lostOn',
            'lostPlace',
            'homeStation',
            'schoolStation',
            'homeProof',
            'pickUp',
            'approvedAt',
            'payBy',
            'collectedAt',
            'collectedById',
          ] as const
        ).map(key => ({ key, hidden: true })),
      ]}
      facts={['kindId', 'reason', 'cardState']}
      filters={['studentId', collegeFilter, 'classId', 'kindId', 'reason', 'cardState', 'feeState', 'createdAt']}
      rowActions={row => [
        row.lossState === 'failed' ? <ActionButton key="retry" of={retryLoss} input={{ id: row.id }} icon={<RefreshCw size={15} />} done={t('正在挂失')} /> : null,
        row.lossState === 'manual' || row.lossState === 'failed' ? (
          <ActionButton
            key="settle"
            of={settleLoss}
            input={{ id: row.id }}
            icon={<ShieldCheck size={15} />}
            confirm={t('确认已在卡务系统里把卡号 {{no}} 挂失。', { no: row.oldCardNo ?? t('（没有填写）') })}
            done={t('已登记')}
          />
        ) : null,
      ]}
      batchActions={rows => {
        const ids = rows.filter(r => r.state === 'approved').map(r => r.id)
        return ids.length ? <PrintButton of={cardReissue} template="cardPage" label="证件内页" ids={ids} /> : null
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学生的补办申请，从审批到领取。遗失的卡批准后立即作废。'),
  who: t('辅导员和学工处审批，超过次数的由学院再审。'),
  first: t('“要挂失”里是卡务系统还不知道的：到卡务系统挂失，再点“已到卡务系统挂失”。'),
})
