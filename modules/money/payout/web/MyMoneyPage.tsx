import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { myMoney, saveMyAccount } from '../model/actions.ts'
import { HELD, lineStates } from '../model/payout.ts'

type Mine = AnswerOf<typeof myMoney>
/** 我的资助: what comes and when, what came, and the card it goes to. */
export default function MyMoneyPage() {
  return (
    <StudentsOnly title={t('我的资助')} otherwise={t('当前账号不是学生，没有自己的资助')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myMoney, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  return (
    <Page title={t('我的资助')} width="form">
      <Account of={data.account} name={data.name} />
      {data.lines.length ? <Lines of={data.lines} /> : <Empty title={t('还没有发放给你的钱')} />}
    </Page>
  )
}
function Account({ of, name }: { of: Mine['account']; name: string }) {
  const [warnings, setWarnings] = useState<readonly string[]>([])
  return (
    <Sheet
      title={t('收款银行卡')}
      actions={
        <FormButton
          of={saveMyAccount}
          initial={of ? { bankName: of.bankName, branchNo: of.branchNo, holderName: of.holderName } : { holderName: name }}
          onDone={answer => setWarnings(answer.warnings)}
        >
          {of ? t('换卡') : t('登记')}
        </FormButton>
      }
    >
      {of ? (
        <Row spread="between">
          <span>{of.holderName}</span>
          <b>{t('尾号 {{no}}', { no: of.lastFour })}</b>
        </Row>
      ) : (
        <p className="ql-help">{t('还没有登记银行卡，登记后才能收到资助和退费。')}</p>
      )}
      {warnings.map(w => (
        <p key={w} role="alert">
          {w}
        </p>
      ))}
    </Sheet>
  )
}
const Lines = ({ of }: { of: Mine['lines'] }) => (
  <Sheet title={t('发放记录')}>
    {of.map(l => (
      <div key={l.id}>
        <Row spread="between">
          <span>{l.what}</span>
          <b>{formatMoney(l.amount)}</b>
        </Row>
        <Row spread="between">
          <small className="ql-quiet">
            {l.paidOn ? t('{{date}} 到账', { date: formatDate(l.paidOn) }) : t('预计 {{date}} 发放', { date: formatDate(l.expectedOn) })}
            {l.lastFour ? ` · ${t('尾号 {{no}}', { no: l.lastFour })}` : ''}
          </small>
          <StateTag of={lineStates} state={l.state} />
        </Row>
        {l.state === 'failed' || l.state === 'held' ? <p className="ql-help">{l.failReason ?? (l.heldFor ? t(HELD[l.heldFor]) : '')}</p> : null}
      </div>
    ))}
  </Sheet>
)
