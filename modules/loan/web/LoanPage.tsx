import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { agreeLoan, declineLoan, followLoan, registerLoan, sendLoans } from '../model/actions.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { AWAITED, loanStates, OPEN_LOANS } from '../model/loan-states.ts'

const VIEWS = {
  all: { label: '全部' },
  applied: { label: '校园地申请', where: { kind: 'campus', state: ['pending', 'returned', 'approved'] } },
  awaited: { label: '未到账', where: { state: [...AWAITED] } },
  open: { label: '在贷', where: { state: [...OPEN_LOANS] } },
} as const
/** 助学贷款 → 贷款台账. */
export default function LoanPage() {
  return (
    <EntityTable<typeof creditLoan>
      of={creditLoan}
      title={t('贷款台账')}
      verbs={['export']}
      views={useView(VIEWS)}
      toolbar={
        <>
          <ApprovalsLink of="creditLoan" />
          <FormButton of={registerLoan} type="primary" changes={['loanReceipt']} done={t('已登记')} />
        </>
      }
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'kind', width: 90 },
        { key: 'bank', width: 110 },
        { key: 'contractTail', width: 110 },
        { key: 'xn', width: 110 },
        { key: 'approved', width: 120 },
        { key: 'arrived', width: 120 },
        { key: 'offsetTotal', width: 120 },
        { key: 'surplus', width: 110 },
        { key: 'state', width: 120 },
        { key: 'expectedOn', width: 120 },
        ...(
          [
            'cantonCode',
            'tuitionPart',
            'lodgingPart',
            'livingPart',
            'coName',
            'coRelation',
            'coPhone',
            'reason',
            'files',
            'isRenewal',
            'surplusTo',
            'repaid',
            'termEnd',
            'coverEndsOn',
            'note',
          ] as const
        ).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['xn', 'approved', 'arrived']}
      filters={['studentId', 'xn', 'kind', 'bank', 'state', 'cantonCode', collegeFilter, 'expectedOn']}
      rowActions={row => [
        loanStates.allows(row, 'agree') && (
          <FormButton key="agree" of={agreeLoan} input={{ id: row.id }} initial={{ approved: row.approved }} changes={['billLine']} done={t('已登记')} />
        ),
        loanStates.allows(row, 'decline') && (
          <FormButton
            key="decline"
            of={declineLoan}
            input={{ id: row.id }}
            danger
            {...(row.state === 'approved' ? {} : { note: t('它所抵的费用按通知天数继续缓缴，之后由学生自己缴。') })}
            done={t('已登记')}
          />
        ),
        loanStates.allows(row, 'follow') && <FormButton key="follow" of={followLoan} input={{ id: row.id }} done={t('已登记')} />,
      ]}
      batchActions={rows => {
        const ready = rows.filter(r => r.state === 'receiptEntered')
        return ready.length ? <FormButton of={sendLoans} input={{ ids: ready.map(r => r.id) }} done={t('已登记')} /> : null
      }}
    />
  )
}
