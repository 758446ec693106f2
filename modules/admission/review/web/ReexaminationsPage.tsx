import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { concludeReexamination } from '../model/actions.ts'
import { entryReexamination } from '../model/reexamination.ts'

const VIEWS = {
  open: { label: '未完成', where: { state: ['open', 'doubt'] }, sort: ['dueAt'] },
  late: { label: '已催办', where: { state: ['open', 'doubt'], 'warnedAt.isNull': false }, sort: ['dueAt'] },
  decide: { label: '待处理', where: { state: ['unfit', 'failed'] }, sort: ['judgedAt'] },
  all: { label: '全部', sort: ['-judgedAt'] },
} as const

/** 录取与入学 → 复查进度: how far the re-examination is, and what follows from who did not pass. */
export default function ReexaminationsPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof entryReexamination>
      of={entryReexamination}
      title={t('复查进度')}
      views={views}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'departmentId', width: 160 },
        { key: 'year', width: 80 },
        { key: 'state', width: 130 },
        { key: 'dueAt', width: 150 },
        { key: 'daysLeft', width: 90 },
        { key: 'firstId', width: 110 },
        { key: 'secondId', width: 110 },
        { key: 'judgedAt', width: 150 },
        { key: 'holderId', width: 110 },
        { key: 'docNo', width: 140, hidden: views.view !== 'all' },
        ...(['warnedAt', 'changeNo', 'concludedOn', 'hospital'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['daysLeft', 'departmentId', 'dueAt']}
      filters={['studentId', 'departmentId', 'year', 'state', 'dueAt', 'judgedAt']}
      rowActions={row =>
        row.state === 'unfit' || row.state === 'failed'
          ? [
              <FormButton
                key="conclude"
                of={concludeReexamination}
                input={{ id: row.id }}
                changes={['student', 'statusChange', 'admittedStudent']}
                layout={row.state === 'unfit' ? ['docNo', 'hospital', 'until'] : ['docNo']}
                danger
                note={row.state === 'unfit' ? t('经指定医院诊断不适宜在校学习的，保留入学资格。') : t('复查不合格的，取消学籍。')}
              />,
            ]
          : []
      }
    />
  )
}
