import { InputNumber } from 'antd'
import { useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { balanceOf } from '../model/credit-loan.ts'
import { paybackOf } from '../model/payback.ts'
import type { Mine } from './MyLoansPage.tsx'

const FEN = 100
/** Calculator: what paying back so much over so many years costs a month. */
export function PaybackSheet({ of }: { of: Mine }) {
  const owed = of.loans.reduce((sum, l) => sum + (l ? balanceOf(l) : 0), 0)
  const [balance, setBalance] = useState(owed || of.year?.cap || 0)
  const [years, setYears] = useState(of.years)
  const rate = Math.max(0, of.lpr + of.points)
  const { monthly, interest, total } = paybackOf(balance, { rate, years, grace: of.grace })
  return (
    <Sheet title={t('还款测算')}>
      <Row spread="between">
        <span>{t('贷款余额（元）')}</span>
        <InputNumber aria-label={t('贷款余额（元）')} min={1} precision={2} value={balance / FEN} onChange={yuan => setBalance(Math.round((yuan ?? 0) * FEN))} />
      </Row>
      <Row spread="between">
        <span>{t('毕业后还款年数')}</span>
        <InputNumber aria-label={t('毕业后还款年数')} min={1} max={of.years} precision={0} value={years} onChange={n => setYears(n ?? 1)} />
      </Row>
      <Row spread="between">
        <span>{t('前 {{n}} 年每月只还利息', { n: Math.min(of.grace, years - 1) })}</span>
        <b>{formatMoney(interest)}</b>
      </Row>
      <Row spread="between">
        <span>{t('之后每月')}</span>
        <b>{formatMoney(monthly)}</b>
      </Row>
      <Row spread="between">
        <span>{t('合计要还')}</span>
        <b>{formatMoney(total)}</b>
      </Row>
      <p className="ql-help">
        {t('年利率按 {{rate}}% 估算，在校期间利息由财政承担。', { rate: (rate / FEN).toFixed(2) })}
        {of.graduates ? t('{{day}} 毕业后自付利息。', { day: formatDate(of.graduates) }) : null}
      </p>
    </Sheet>
  )
}
