import { Banknote, Calculator, FileUp, Landmark } from 'lucide-react'
import { schoolDate } from '#model/school-time.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { dropRecovery, fundAid, payAid, recoverAid, reportAid, stateTuition } from '../model/actions.ts'
import { isWaiver, militaryAid } from '../model/aid.ts'
import { Computation } from './Computation.tsx'

const VIEWS = {
  all: { label: '全部', sort: ['-createdAt'] },
  pending: { label: '审批中', where: { state: 'pending' }, sort: ['-createdAt'] },
  approved: { label: '待上报', where: { state: 'approved' }, sort: ['-createdAt'] },
  reported: { label: '已上报', where: { state: 'reported' }, sort: ['reportedOn'] },
  funded: { label: '待发放', where: { state: 'funded' }, sort: ['-createdAt'] },
  recovery: { label: '追缴', where: { 'recovery.isNull': 'false' }, sort: ['-createdAt'] },
} as const
const today = () => schoolDate(Date.now())

/** 参军入伍 → 资助申请: from the approval to the report, the funds, the payment, and what has to come back. */
export default function AidPage() {
  const views = useView(VIEWS, { label: t('资助申请') })
  return (
    <EntityTable<typeof militaryAid>
      of={militaryAid}
      title={t('资助申请')}
      views={views}
      toolbar={<ApprovalsLink of="militaryAid" />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 120 },
        { key: 'kind', width: 150 },
        { key: 'yearCount', width: 80 },
        { key: 'total', width: 120 },
        { key: 'toBank', width: 110 },
        { key: 'toStudent', width: 120 },
        { key: 'state', width: 100 },
        { key: 'reportedOn', width: 110 },
        { key: 'recovery', width: 100, hidden: views.view !== 'recovery' },
        { key: 'recoverAmount', width: 120, hidden: views.view !== 'recovery' },
        ...(['departmentId', 'formNo', 'payTo', 'fundedOn', 'fundId', 'bankPaidOn', 'paidOn', 'tuitionOpinion', 'recoverReason', 'reportedById'] as const).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['kind', 'total']}
      filters={['studentId', collegeFilter, 'classId', 'kind', 'state', 'reportedOn', 'recovery']}
      detail={{ extra: row => <Computation of={{ ...row, years: row.years ?? [], isWaiver: isWaiver(row.kind) }} /> }}
      rowActions={row => [
        row.state === 'pending' && !isWaiver(row.kind) && row.years?.some(y => y && !y.isKnown) ? (
          <FormButton
            key="tuition"
            of={stateTuition}
            input={{ id: row.id }}
            initial={{ xn: row.years.find(y => y && !y.isKnown)?.xn ?? '', loan: 0 }}
            icon={<Calculator size={15} />}
            done={t('已核定')}
          />
        ) : null,
        row.recovery === 'open' ? <FormButton key="recover" of={recoverAid} input={{ id: row.id }} changes={['billLine']} done={t('已转为应收')} /> : null,
        row.recovery === 'open' ? <FormButton key="drop" of={dropRecovery} input={{ id: row.id }} danger /> : null,
        <PrintButton key="print" of={militaryAid} template={isWaiver(row.kind) ? 'militaryAidForm2' : 'militaryAidForm1'} label={t('申请表')} ids={[row.id]} />,
      ]}
      batchActions={rows => {
        const of = (state: string) => rows.filter(r => r.state === state).map(r => r.id)
        const [approved, reported, funded] = [of('approved'), of('reported'), of('funded')]
        return (
          <>
            {approved.length ? (
              <FormButton
                of={reportAid}
                input={{ ids: approved }}
                initial={{ reportedOn: today() }}
                icon={<FileUp size={15} />}
                note={t('{{n}} 份上报后不能再改。', { n: approved.length })}
                done={t('已上报')}
              />
            ) : null}
            {reported.length ? (
              <FormButton
                of={fundAid}
                input={{ ids: reported }}
                initial={{ fundedOn: today() }}
                icon={<Landmark size={15} />}
                note={t('{{n}} 份的款项已拨到学校。', { n: reported.length })}
                done={t('已登记')}
              />
            ) : null}
            {funded.length ? (
              <FormButton
                of={payAid}
                input={{ ids: funded }}
                icon={<Banknote size={15} />}
                note={t('{{n}} 份：还贷款的部分由学校还给银行，余下的列入发放单。', { n: funded.length })}
                changes={['payoutList']}
                done={t('已办理')}
              />
            ) : null}
          </>
        )
      }}
    />
  )
}
