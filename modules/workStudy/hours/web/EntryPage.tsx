import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { settleDispute, tickWeek } from '../model/actions.ts'
import { hourEntry } from '../model/hour-entry.ts'
import { workScan } from '../model/work-scan.ts'

const VIEWS = {
  all: { label: '全部' },
  disputed: { label: '有争议', where: { state: 'disputed' } },
  overWeek: { label: '超过每周小时', where: { overWeek: '1', 'tickedById.isNull': '1', 'state.in': 'entered,studentConfirmed' } },
  scans: { label: '签到' },
} as const
/** 工时: all hours with the sum of their month; disputes and weeks that go beyond the limit are the office's. */
export default function EntryPage() {
  const views = useView(VIEWS, { label: t('工时#many') })
  if (views.view === 'scans')
    return (
      <EntityTable<typeof workScan>
        of={workScan}
        title={t('工时#many')}
        views={views}
        columns={[
          { key: 'studentId', align: 'left' },
          { key: 'unitId', width: 180, align: 'left' },
          { key: 'inAt', width: 150 },
          { key: 'outAt', width: 150 },
          { key: 'state', width: 110 },
        ]}
        filters={['unitId', 'state']}
      />
    )
  return (
    <EntityTable<typeof hourEntry>
      of={hourEntry}
      views={views}
      verbs={['export']}
      columns={[
        { key: 'studentId', align: 'left' },
        { key: 'postId', width: 150, align: 'left' },
        { key: 'unitId', width: 150, align: 'left' },
        { key: 'date', width: 110 },
        { key: 'start', width: 80 },
        { key: 'end', width: 80 },
        { key: 'hours', width: 80 },
        { key: 'monthHours', width: 100 },
        { key: 'source', width: 100 },
        { key: 'overWeek', width: 110 },
        { key: 'state', width: 110 },
        { key: 'work', hidden: true },
        { key: 'confirmedBy', hidden: true },
        { key: 'confirmUntil', hidden: true },
        { key: 'tickedById', hidden: true },
        { key: 'disputeNote', hidden: true },
        { key: 'answer', hidden: true },
        { key: 'sheetId', hidden: true },
      ]}
      filters={['unitId', 'date', 'state', 'source']}
      facts={['postId', 'date', 'hours']}
      rowActions={row => [
        <FormButton
          key="settle"
          of={settleDispute}
          input={{ id: row.id }}
          initial={{ hours: row.hours }}
          note={t('学生的争议：{{note}}。写 0 表示这次不计工时。', { note: row.disputeNote ?? '—' })}
        />,
        row.overWeek && row.tickedById === null ? (
          <ActionButton key="tick" of={tickWeek} input={{ id: row.id }} confirm={t('规定每周原则上不超过 8 小时，同意后这 {{n}} 小时计入工资。', { n: row.hours })} />
        ) : null,
      ]}
    />
  )
}
