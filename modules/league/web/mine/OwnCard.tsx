import { Button } from 'antd'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { feeStates } from '../../model/fee.ts'
import { payAhead, payVoluntarily } from '../../model/fee-actions.ts'
import { monthsText } from '../labels.ts'
import type { Mine } from '../MyLeaguePage.tsx'
import { MoveButton } from './MoveButton.tsx'

export interface PayProps {
  /** Absent where the school takes no league money here. */
  pay: ((ids: readonly string[], amount: number) => void) | undefined
  isBusy: boolean
}
/** One's own fees: what is to be paid, by one button, and what was. */
export function OwnCard({ of: { member, fees, way }, pay, isBusy }: PayProps & { of: Mine }) {
  const shown = fees.flatMap(f => f ?? [])
  const open = shown.filter(f => feeStates.allows(f, 'remind'))
  const amount = open.reduce((sum, f) => sum + f.amount - f.paid, 0)
  return (
    <Sheet title={member ? member.branch : t('团费')} note={member && !member.isLiable ? t('本月不用缴团费，可以自愿多缴') : null}>
      {shown.map(f => (
        <div key={f.id}>
          <Row spread="between">
            {monthsText(f)}
            <b>{formatMoney(f.amount)}</b>
          </Row>
          <Row spread="between">
            <small className="ql-quiet">
              {f.paidBy ? t('{{name}}代缴', { name: f.paidBy }) : f.state === 'due' ? t('{{date}} 前缴清', { date: formatDate(f.dueDate) }) : null}
            </small>
            <StateTag of={feeStates} state={f.state} />
          </Row>
        </div>
      ))}
      {shown.length ? null : <p className="ql-help">{t('还没有团费')}</p>}
      {way ? null : <p className="ql-help">{t('学校还没有开通网上缴团费。')}</p>}
      {open.length ? (
        <Button
          type="primary"
          size="large"
          block
          disabled={!pay}
          loading={isBusy}
          onClick={() =>
            pay?.(
              open.map(f => f.id),
              amount,
            )
          }
        >
          {t('支付 {{amount}}', { amount: formatMoney(amount) })}
        </Button>
      ) : null}
      {member ? (
        <Row>
          {member.isLiable ? <FormButton of={payAhead} input={{}} initial={{ months: 6 }} done={t('已加到待缴')} /> : null}
          <FormButton of={payVoluntarily} input={{}} done={t('已加到待缴')} />
          <MoveButton memberId={member.id} />
        </Row>
      ) : null}
    </Sheet>
  )
}
