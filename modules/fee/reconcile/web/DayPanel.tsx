import { Link } from 'react-router'
import { Panel } from '#web/feedback/Panel.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { closeReconDay, confirmArrival, fetchStatement, match } from '../model/actions.ts'
import { dayStates, SOURCES } from '../model/recon-day.ts'
import { type Calendar, toneOfDay, wordsOfDay } from './DayButton.tsx'
import style from './reconcile.module.css'

type Day = NonNullable<Calendar['days'][number]>

/** One day of one account: both sides, and what may be done next. */
export function DayPanel({ day, merchant, onClose }: { day: Day; merchant: string; onClose: () => void }) {
  const { id, bizDate, theirSum, feeSum } = day
  return (
    <Panel open onClose={onClose} size={480} title={`${merchant} ${bizDate}`} footer={<Acts day={day} merchant={merchant} />}>
      <Stack gap={2} key={id}>
        <Row spread="between">
          <State tone={toneOfDay(day)}>{wordsOfDay(day)}</State>
          {day.isTest ? <State tone="over">{t('测试')}</State> : null}
        </Row>
        <Fact label={t('本校')} value={t('{{n}} 笔，{{amount}}', { n: day.ourCount, amount: formatMoney(day.ourSum) })} />
        <Fact label={t('渠道')} value={t('{{n}} 笔，{{amount}}', { n: day.theirCount, amount: formatMoney(theirSum) })} />
        <Fact label={t('渠道手续费')} value={formatMoney(feeSum)} />
        <Fact label={t('应到账')} value={formatMoney(theirSum - feeSum)} />
        {day.arrivedOn ? <Fact label={t('银行到账')} value={`${day.arrivedOn} ${formatMoney(day.arrivedSum ?? 0)} ${day.arrivalNote ?? ''}`} /> : null}
        {day.source ? <Fact label={t('对账单')} value={t(SOURCES[day.source])} /> : null}
        {day.fetchNote ? <Fact label={t('没有取到')} value={day.fetchNote} /> : null}
        {day.closedAt ? <Fact label={t('结账')} value={`${day.closedByName ?? ''} ${formatDatetime(day.closedAt)}`} /> : null}
        {day.diffCount ? (
          <Link to={`/fee/differences?merchantId=${day.merchantId}&bizDate.ge=${bizDate}&bizDate.le=${bizDate}`}>{t('处理 {{n}} 笔差异', { n: day.diffCount })}</Link>
        ) : null}
      </Stack>
    </Panel>
  )
}
const Fact = ({ label, value }: { label: string; value: string }) => (
  <Row spread="between" className={style.facts}>
    <span className="ql-quiet">{label}</span>
    <span>{value}</span>
  </Row>
)
/** Only what the day's state allows. */
function Acts({ day, merchant }: { day: Day; merchant: string }) {
  const { id, state, bizDate, theirSum, feeSum } = day
  return (
    <Row>
      {dayStates.allows(day, 'fetchStatement') ? <ActionButton of={fetchStatement} input={{ id }} /> : null}
      {state === 'open' ? <ActionButton of={match} input={{ id }} /> : null}
      {state === 'open' ? (
        <ActionButton
          of={closeReconDay}
          input={{ id }}
          type="primary"
          confirm={t('{{merchant}} {{day}} 结账后不再记账，以后的入账记到下一个未结账的日子。', { merchant, day: bizDate })}
        />
      ) : null}
      {dayStates.allows(day, 'confirmArrival') && theirSum ? (
        <FormButton
          of={confirmArrival}
          input={{ id }}
          initial={{ arrivedSum: theirSum - feeSum }}
          note={t('应到账 {{amount}}。与银行到账不一致时写明原因。', { amount: formatMoney(theirSum - feeSum) })}
        />
      ) : null}
    </Row>
  )
}
