import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { appointmentStates, finishAppointment, keepAppointment, orgAppointment, resubmitAppointment, withdrawAppointment } from '../model/appointment.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  active: { label: '在任', where: { state: 'active' }, sort: ['to'] },
  coming: { label: '在办', where: { 'state.in': 'pending,returned,approved,publicised' } },
  doubt: { label: '任职待核实', where: { 'postDoubt.isNull': 'false' } },
  past: { label: '已结束', where: { 'state.in': 'ended,removed' } },
  all: { label: '全部' },
} as const
/** 学生组织 → 任职 */
export default function AppointmentPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof orgAppointment>
      of={orgAppointment}
      title={t('任职#many')}
      views={views}
      toolbar={<ApprovalsLink of="orgAppointment" />}
      columns={[
        { key: 'orgId', width: 190, align: 'left' },
        { key: 'postId', width: 130, align: 'left' },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'from', width: 120 },
        { key: 'to', width: 120 },
        { key: 'state', width: 100 },
        { key: 'postDoubt', width: 150, hidden: views.view !== 'doubt' },
        { key: 'endReason', width: 150, align: 'left', hidden: views.view !== 'past' },
        ...(['termId', 'seatNo', 'way', 'begunOn', 'basis', 'gradesNote', 'note'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['orgId', 'postId', 'state']}
      filters={['orgId', 'postId', 'studentId', 'way', 'from']}
      rowActions={row => [
        appointmentStates.allows(row, 'resubmit') ? (
          <FormButton
            key="resubmit"
            of={resubmitAppointment}
            input={{ id: row.id }}
            initial={{ from: row.from, to: row.to, basis: row.basis, gradesNote: row.gradesNote, note: row.note }}
            changes={CHANGES}
          />
        ) : null,
        appointmentStates.allows(row, 'withdraw') ? <ActionButton key="withdraw" of={withdrawAppointment} input={{ id: row.id }} changes={CHANGES} /> : null,
        row.postDoubt ? <ActionButton key="keep" of={keepAppointment} input={{ id: row.id }} changes={CHANGES} /> : null,
        row.state === 'active' ? <PrintButton key="letter" of={orgAppointment} template="orgLetter" label={t('聘书')} ids={[row.id]} /> : null,
        row.state === 'active' || row.state === 'ended' ? <PrintButton key="service" of={orgAppointment} template="orgService" label={t('任职证明')} ids={[row.id]} /> : null,
        appointmentStates.allows(row, 'finish') ? <FormButton key="finish" of={finishAppointment} input={{ id: row.id }} danger changes={CHANGES} /> : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('谁在哪个组织任什么职：从提名、审批、公示到卸任。'),
  who: t('团委看全校的，学院和辅导员看自己的；审批人按组织不同，学生会的还要公示。'),
  first: t('在“岗位”里点“任命”；“任职待核实”里的受了处分，先核实能否继续任职。'),
})
