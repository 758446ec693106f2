import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { commentReport, observationReport } from '../model/lift.ts'

const VIEWS = { all: { label: '全部' }, open: { label: '待评阅', where: { 'rating.isNull': 'true' } } } as const
/** 违纪处分 → 思想汇报: monthly reports of those on probation. */
export default function ReportPage() {
  return (
    <EntityTable<typeof observationReport>
      of={observationReport}
      title={t('思想汇报#many')}
      views={useView(VIEWS)}
      columns={[
        { key: 'studentId', width: 130, align: 'left' },
        { key: 'month', width: 110 },
        { key: 'rating', width: 100 },
        { key: 'createdAt', width: 160 },
        ...(['text', 'counsellorComment'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['studentId', 'rating', 'month']}
      facts={['month', 'rating']}
      rowActions={row => [<FormButton key="comment" of={commentReport} input={{ id: row.id }} />]}
    />
  )
}
