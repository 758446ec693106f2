import { PhoneCall } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { noteCall } from '../model/actions.ts'
import { offCampusStay, stayStates } from '../model/off-campus-stay.ts'

const VIEWS = {
  pending: { label: '审批中', where: { 'state.in': 'pending,returned' }, sort: ['-createdAt'] },
  unanswered: { label: '等家长答复', where: { 'state.in': 'pending,returned', consentState: 'sent' }, sort: ['-createdAt'] },
  approved: { label: '待开始', where: { state: 'approved' }, sort: ['fromOn'] },
  all: { label: '全部', sort: ['-createdAt'] },
} as const
/** 校外住宿 → 校外住宿审核 */
export default function StayPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof offCampusStay>
      of={offCampusStay}
      title={t('校外住宿审核')}
      views={views}
      toolbar={<ApprovalsLink of="offCampusStay" />}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 150 },
        { key: 'kind', width: 140 },
        { key: 'fromOn', width: 120 },
        { key: 'toOn', width: 120 },
        { key: 'consentState', width: 150 },
        { key: 'callAt', width: 200 },
        { key: 'state', width: 100 },
        { key: 'createdAt', title: t('申请时间'), width: 150 },
        ...(['departmentId', 'grade', 'reason', 'address', 'guardianId', 'keepBed', 'callWords', 'pledgeVersion', 'approvedAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['kind', 'fromOn', 'consentState']}
      filters={['studentId', collegeFilter, 'classId', 'kind', 'state', 'consentState', 'fromOn']}
      rowActions={row =>
        stayStates.allows(row, 'noteCall') ? (
          <FormButton key="call" of={noteCall} input={{ id: row.id }} icon={<PhoneCall size={15} />} initial={{ at: new Date().toISOString(), way: 'phone' }} done={t('已登记')} />
        ) : null
      }
      batchActions={rows => <PrintButton of={offCampusStay} template="offCampusStay" label="申请表" ids={rows.map(r => r.id)} />}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学生在校外住宿的申请，从家长同意到批准。'),
  who: t('辅导员、学院、学工处依次审批，宿管会收到结果。'),
  first: t('先联系家长并登记；家长同意、联系已登记、承诺书是现在的版本，才能批准。'),
})
