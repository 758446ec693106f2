import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { labourSelfRecord } from '../model/self-record.ts'

/** 自主申报审核: what students have declared. */
export default function SelfRecordPage() {
  return (
    <EntityTable<typeof labourSelfRecord>
      of={labourSelfRecord}
      title={t('自主申报审核')}
      toolbar={<ApprovalsLink of="labourSelfRecord" />}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 130 },
        { key: 'date', width: 110 },
        { key: 'where', width: 90 },
        { key: 'category', width: 130 },
        { key: 'what', width: 240, align: 'left' },
        { key: 'minutes', width: 80 },
        { key: 'hours', width: 80 },
        { key: 'state', width: 100 },
      ]}
      facts={['category', 'date', 'hours']}
      filters={['studentId', 'classId', 'category', 'state', 'date']}
    />
  )
}
