import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { graduateDestination } from '../model/graduate-destination.ts'

const VIEWS = {
  current: { label: '已核实', where: { isCurrent: true } },
  pending: { label: '审核中', where: { 'state.in': 'pending,returned' } },
  all: { label: '全部版本' },
} as const
/** 档案管理 → 毕业去向: versions that students enter, or the office imports. */
export default function DestinationPage() {
  return (
    <EntityTable<typeof graduateDestination>
      of={graduateDestination}
      title={t('毕业去向')}
      views={useView(VIEWS)}
      toolbar={<ApprovalsLink of="graduateDestination" />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'gradYear', width: 100 },
        { key: 'kind', width: 170, align: 'left' },
        { key: 'unitName', width: 200, align: 'left' },
        { key: 'region', width: 180, align: 'left' },
        { key: 'archiveRecipient', width: 220, align: 'left' },
        { key: 'archiveAddress', width: 220, align: 'left' },
        { key: 'contact', width: 140 },
        { key: 'state', width: 100 },
        { key: 'asOf', width: 120 },
        ...(['departmentId', 'majorId', 'classId', 'unitCreditCode', 'industryCode', 'files', 'isCurrent', 'verifiedBy'] as const).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['kind', 'archiveRecipient', 'asOf']}
      filters={['studentId', collegeFilter, 'majorId', 'classId', 'gradYear', 'kind', 'state', 'asOf']}
      form={{
        layout: [
          'studentId',
          'gradYear',
          'kind',
          'unitName',
          'unitCreditCode',
          'industryCode',
          { field: 'cantonCode', render: props => <CantonPicker {...props} /> },
          'archiveRecipient',
          'archiveAddress',
          'contact',
          'files',
        ],
        initial: { gradYear: new Date().getFullYear() },
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('毕业生去哪里、档案寄到哪里。每次变更留一个版本，以最后核实的为准。'),
  who: t('辅导员和学院核实；学工处可以直接登记或导入。'),
  first: t('学生在手机上登记后，到“待我审批”核实；就业系统的名单用“导入”。'),
})
