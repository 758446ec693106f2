import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { assessEnrolment, dropEnrolment, labourEnrolment } from '../model/enrolment.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  all: { label: '全部' },
  waiting: { label: '候补', where: { state: 'waiting' }, sort: ['arrival'] },
  held: { label: '有名额', where: { 'state.in': 'enrolled,completed,absent' } },
} as const
/** 报名管理: who takes part, who waits in which order, and what they get for it. */
export default function EnrolmentPage() {
  const views = useView(VIEWS, { label: t('报名#many') })
  return (
    <EntityTable<typeof labourEnrolment>
      of={labourEnrolment}
      title={t('报名管理')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 130 },
        { key: 'projectId', width: 200, align: 'left' },
        { key: 'arrival', width: 90 },
        { key: 'enrolledAt', width: 160 },
        { key: 'state', width: 90 },
        { key: 'performance', width: 80 },
        { key: 'report', width: 80 },
        { key: 'score', width: 80 },
        { key: 'hours', width: 80 },
        { key: 'groupNo', hidden: true },
        { key: 'departmentId', hidden: true },
        { key: 'note', hidden: true },
        { key: 'safetyConfirmedAt', hidden: true },
      ]}
      facts={['projectId', 'state', 'enrolledAt']}
      filters={['projectId', 'studentId', 'classId', 'state']}
      rowActions={row => [
        <FormButton key="assess" of={assessEnrolment} input={{ id: row.id }} initial={{ performance: row.performance, report: row.report }} changes={CHANGES} />,
        <FormButton key="drop" of={dropEnrolment} input={{ id: row.id }} danger changes={CHANGES} note={t('名额由候补的第一位补上，学生会收到原因。')} />,
      ]}
    />
  )
}
