import { DatePicker, InputNumber } from 'antd'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Choices } from '#modules/workflow/applications/web/public/Choices.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { requestApplication } from '../model/application.ts'
import { REQUEST_KINDS, type RequestKind } from '../model/fee-application.ts'
import { LinesInput } from './LinesInput.tsx'
import { CONSEQUENCES } from './labels.ts'
import { PlanInput } from './PlanInput.tsx'
import { type RequestForm, useRequest } from './useRequest.ts'

type FormStart = BegunOf<typeof requestApplication>
type Mine = MineOf<typeof requestApplication>
const KINDS: readonly RequestKind[] = ['deferral', 'instalment', 'reduction', 'refund']
/** 申请缓缴、分期、减免、退费: which fees, until when or in which parts, and why; what follows is said before it is sent. */
export default function RequestPage() {
  return (
    <ApplyPage draft="fee.request" of={requestApplication} title={t('申请缓缴或退费')} onlyStudents={t('当前账号不是学生，没有自己的缴费')} refused={t('这份申请不能修改')}>
      {(known, row, params) => <Form key={row?.id ?? 'new'} known={known} row={row} kind={params.get('kind')} line={params.get('line')} />}
    </ApplyPage>
  )
}
interface FormProps {
  known: FormStart
  row: Mine | undefined
  kind: string | null
  line: string | null
}
function Form({ known, row, kind, line }: FormProps) {
  const request = useRequest(known, row, { kind, line })
  return (
    <ApplicationForm
      of={request}
      title={row ? t('修改缴费申请') : t('申请缓缴或退费')}
      own={{ path: '/fee/requests/mine', label: t('我的缴费申请') }}
      isBlocked={Boolean(request.preview?.problems.length)}
    >
      {row ? null : (
        <Choices label={t('申请')} name="request-kind" options={KINDS.map(value => ({ value, label: t(REQUEST_KINDS[value]) }))} value={request.kind} onPick={request.pickKind} />
      )}
      <LinesInput known={known} request={request} />
      <Asked known={known} request={request} />
      {request.isReady ? (
        <Outcome of={request.preview} after={<> {CONSEQUENCES[request.kind]()}</>}>
          <b>{t('涉及 {{amount}}', { amount: formatMoney(request.preview?.amount ?? 0) })}</b>
        </Outcome>
      ) : null}
    </ApplicationForm>
  )
}
/** Until when, in which parts, or how much: by the kind. */
function Asked({ known, request }: { known: FormStart; request: RequestForm }) {
  const { kind, until, amount, chosen } = request
  const last = fromDate(request.lastDay)
  if (kind === 'deferral')
    return (
      <Sheet>
        <Row spread="between">
          <span>{t('缓缴到')}</span>
          <DatePicker value={fromDate(until)} onChange={day => request.setUntil(toDate(day))} inputReadOnly aria-label={t('缓缴到')} {...(last ? { maxDate: last } : {})} />
        </Row>
        {request.lastDay ? <p className="ql-help">{t('最晚 {{day}}', { day: formatDate(request.lastDay) })}</p> : null}
      </Sheet>
    )
  const [line] = chosen
  if (kind === 'instalment') return line ? <PlanInput line={line} firstPercent={known.firstPercent} value={request.plan} onChange={request.setPlan} /> : null
  const isCredit = kind === 'refund' && !chosen.length
  if (kind === 'refund' && !isCredit && chosen.length > 1) return null
  return (
    <Sheet>
      <Row spread="between">
        <span>{isCredit ? t('退预存（可退 {{most}}）', { most: formatMoney(known.credit) }) : t('金额')}</span>
        <InputNumber
          aria-label={t('金额')}
          value={amount === null ? null : amount / 100}
          onChange={yuan => request.setAmount(yuan === null ? null : Math.round(yuan * 100))}
          min={0.01}
          precision={2}
        />
      </Row>
    </Sheet>
  )
}
