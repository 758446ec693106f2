import { Steps } from 'antd'
import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { useDict } from '#web/values/useDict.ts'
import { agreeCharge, confirmOrder, type myOrders, notFixed, scoreOrder, withdrawOrder } from '../../model/apply-actions.ts'
import { orderStates, suspendReason } from '../../model/order.ts'
import { TimeLeft } from '../TimeLeft.tsx'

type Mine = AnswerOf<typeof myOrders>[number]
const STEPS = ['已提交', '已派单', '已到场', '已完工', '已确认'] as const
const stepOf = (o: Mine): number => (o.confirmedAt ? 4 : o.doneAt ? 3 : o.state === 'working' || o.state === 'suspended' ? 2 : o.state === 'dispatched' ? 1 : 0)
const ENDED: readonly string[] = ['rejected', 'withdrawn']

/** One order: how far it is, who comes when, and what the applicant can do. */
export function OrderCard({ of, isNamed }: { of: Mine; isNamed: boolean }) {
  const can = (verb: string): boolean => of.can.includes(verb)
  return (
    <Sheet title={of.title ?? of.orderNo} isNamed={isNamed} actions={<StateTag of={orderStates} state={of.state} />}>
      <p className="ql-quiet">
        {of.orderNo} · {of.place} · {of.urgencyName}
        {of.isSupporter ? ` · ${t('同报')}` : ''}
      </p>
      {ENDED.includes(of.state) ? null : <Steps size="small" titlePlacement="vertical" responsive={false} current={stepOf(of)} items={STEPS.map(title => ({ title: t(title) }))} />}
      <Standing of={of} />
      <FileLinks ids={of.afterPhotos} label={t('维修后')} />
      <Row as="footer">
        {can('confirm') ? <ActionButton of={confirmOrder} input={{ id: of.actOn }} type="primary" /> : null}
        {can('notFixed') ? <FormButton of={notFixed} input={{ id: of.actOn }} /> : null}
        {can('agree') ? (
          <FormButton of={agreeCharge} input={{ id: of.id }} initial={{ agrees: true }} type="primary">
            {t('费用 {{amount}}，请答复', { amount: formatMoney(of.costTotal ?? 0) })}
          </FormButton>
        ) : null}
        {of.chargeState === 'charged' ? <Link to="/fee/mine">{t('费用 {{amount}}，去缴费', { amount: formatMoney(of.costTotal ?? 0) })}</Link> : null}
        {can('score') ? <FormButton of={scoreOrder} input={{ id: of.id }} initial={{ speed: 5, quality: 5, manner: 5, tidy: 5 }} /> : null}
        {can('withdraw') ? <ActionButton of={withdrawOrder} input={{ id: of.id }} confirm={t('撤回后可以重新报修。')} /> : null}
      </Row>
    </Sheet>
  )
}
function Standing({ of }: { of: Mine }) {
  const reasons = useDict(suspendReason)
  if (of.state === 'suspended')
    return <p>{t('暂停：{{reason}}，预计 {{day}} 恢复', { reason: reasons.find(r => r.key === of.suspendReason)?.label ?? '', day: of.resumeOn ?? '' })}</p>
  if (ENDED.includes(of.state)) return of.stateNote ? <p>{of.stateNote}</p> : null
  if (of.doneAt || of.confirmedAt) return null
  return (
    <p>
      {of.workerName ? t('{{name}}师傅', { name: of.workerName }) : t('正在派单')}
      {of.comingAt ? ` · ${t('预计 {{time}} 上门', { time: formatDatetime(of.comingAt) })}` : ''} · <TimeLeft of={of} />
    </p>
  )
}
