import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { SignaturePad } from '#modules/workflow/cases/web/public/SignaturePad.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { confirmLoan, myConfirmation, saveContacts } from '../model/confirmation.ts'
import { balanceOf, LOAN_KINDS } from '../model/credit-loan.ts'

type Mine = AnswerOf<typeof myConfirmation>
/** 毕业确认: contacts, then balance and plan with a signature. Graduates change their contacts here. */
export default function ConfirmPage() {
  return (
    <StudentsOnly title={t('助学贷款毕业确认')} otherwise={t('当前账号不是学生，没有自己的助学贷款')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myConfirmation, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  return (
    <Page title={t('助学贷款毕业确认')} width="form">
      {data.state ? (
        <>
          <Balance of={data} />
          <Contacts of={data} />
          {data.state === 'confirmed' ? <Confirmed of={data} /> : <Plan of={data} />}
        </>
      ) : (
        <Empty title={t('现在没有要确认的助学贷款')} />
      )}
    </Page>
  )
}
const Balance = ({ of }: { of: Mine }) => (
  <Sheet title={t('贷款余额')}>
    {of.loans.map(l =>
      l ? (
        <Row key={l.id} spread="between">
          <span>{t('{{xn}} {{kind}}贷款', { xn: l.xn, kind: t(LOAN_KINDS[l.kind]) })}</span>
          <span>{formatMoney(balanceOf(l))}</span>
        </Row>
      ) : null,
    )}
    <Row spread="between">
      <b>{t('合计')}</b>
      <b>{formatMoney(of.balance)}</b>
    </Row>
  </Sheet>
)
function Contacts({ of }: { of: Mine }) {
  const { phone, otherPhone, email, address, contactsAt, isFresh } = of
  return (
    <Sheet title={t('联系方式')} actions={<State tone={isFresh ? 'done' : 'attention'}>{isFresh ? t('已核对') : t('请核对')}</State>}>
      {[...new Set([phone, otherPhone, email, address])].map(value => (value ? <p key={value}>{value}</p> : null))}
      {contactsAt ? <p className="ql-help">{t('{{time}} 核对', { time: formatDatetime(contactsAt) })}</p> : null}
      <FormButton of={saveContacts} type={isFresh ? 'default' : 'primary'} initial={{ phone: phone ?? '', otherPhone, email, address }} done={t('已核对')} />
    </Sheet>
  )
}
const Confirmed = ({ of }: { of: Mine }) => (
  <Sheet title={t('还款计划')}>
    <p>{t('已在 {{time}} 确认。', { time: formatDatetime(of.confirmedAt ?? '') })}</p>
    <Row spread="between">
      <span>{t('首次还款')}</span>
      <b>{formatDate(of.firstPayOn ?? '')}</b>
    </Row>
    <Row spread="between">
      <span>{t('{{n}} 个月，还本后每月', { n: of.months ?? 0 })}</span>
      <b>{formatMoney(of.monthly ?? 0)}</b>
    </Row>
  </Sheet>
)
function Plan({ of }: { of: Mine }) {
  const [months, setMonths] = useState(of.mostMonths)
  const [signature, setSignature] = useState<string>()
  const act = useAct(confirmLoan, { done: t('已确认'), changes: ['creditLoan'] })
  return (
    <Sheet title={t('还款计划和签名')}>
      <Row spread="between">
        <span>{t('还款月数')}</span>
        <InputNumber aria-label={t('还款月数')} min={12} max={of.mostMonths} precision={0} value={months} onChange={n => setMonths(n ?? 12)} />
      </Row>
      <SignaturePad drawn={t('签名随确认保存')} onChange={setSignature} />
      {act.error ? <Refused what={t('没有确认')} error={act.error} /> : null}
      <Button
        type="primary"
        size="large"
        block
        disabled={!signature || !of.isFresh}
        loading={act.isPending}
        onClick={() => signature && act.mutate({ months, signature: [signature] })}
      >
        {t('确认余额和还款计划')}
      </Button>
      {of.isFresh ? null : <p className="ql-help">{t('先核对联系方式，再确认。')}</p>}
    </Sheet>
  )
}
