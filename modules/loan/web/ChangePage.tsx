import { FileButton } from '#modules/exchange/web/FileButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { exportChange, loanChange } from '../model/change.ts'

const VIEWS = { open: { label: '待上报', where: { 'reportedOn.isNull': true } }, all: { label: '全部' } } as const
/** 助学贷款 → 变更上报: what banks and loan centres are told of borrowers, month by month. */
export default function ChangePage() {
  return (
    <EntityTable<typeof loanChange>
      of={loanChange}
      title={t('变更上报')}
      verbs={['export']}
      views={useView(VIEWS)}
      toolbar={
        <FileButton
          of={exportChange}
          input={{}}
          asks={['month', 'profileId', 'password', 'reason']}
          note={<p className="ql-help">{t('到这个月底、还没有上报的变更都列入，每一条只上报一次。要再做一份，到导出记录里重做。')}</p>}
        />
      }
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'kind', width: 130 },
        { key: 'happenedOn', width: 130 },
        { key: 'note', align: 'left' },
        { key: 'reportedOn', width: 130 },
        { key: 'loanId', hidden: true },
        { key: 'sourceId', hidden: true },
      ]}
      facts={['kind', 'happenedOn']}
      filters={['studentId', 'kind', 'happenedOn', 'reportedOn']}
    />
  )
}
