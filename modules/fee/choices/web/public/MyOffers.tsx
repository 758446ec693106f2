import { Button } from 'antd'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { ownChoices, WISHES } from '../../model/offer.ts'

type Offer = NonNullable<AnswerOf<typeof ownChoices.mine>[number]>
/** Optional items that the student may take or leave now; none while there are none. */
export function MyOffers() {
  const { data } = useRead(ownChoices.mine, {})
  return data?.map(offer => offer?.canChange && <OfferOf key={offer.offerId} offer={offer} />)
}
/** 40-F3: yes and no stand side by side and look alike. */
function OfferOf({ offer: { offerId, name, item, xn, endTime, dueDate, price, matched, answer } }: { offer: Offer }) {
  const act = useAct(ownChoices.answer, { changes: ['optionalChoice', 'billLine', 'payOrder', 'todo'], done: t('已登记') })
  const choose = (wish: keyof typeof WISHES) =>
    act.mutate({ offerId, wish, ...(wish === 'yes' && price !== null ? { amount: price } : {}), ...(answer ? { version: answer.version } : {}) })
  const wish = answer?.wish
  return (
    <Sheet title={name} actions={<State tone={wish ? 'done' : 'waiting'}>{wish ? t(WISHES[wish]) : t('还没有选')}</State>}>
      <Row spread="between">
        <span>{t('{{item}} {{xn}}', { item, xn: xn ?? '' })}</span>
        {price === null ? null : <b>{formatMoney(price)}</b>}
      </Row>
      <p className="ql-help">
        {t('要不要由你自己决定，不选就是不需要。{{time}} 前可以改；需要的在 {{due}} 前缴清。', { time: formatDatetime(endTime), due: formatDate(dueDate) })}
      </p>
      {price === null ? (
        <p className="ql-help">{t('没有适用于你的收费标准，需要的请联系财务处。')}</p>
      ) : matched ? (
        <p className="ql-help">{t('标准适用于{{matched}}。', { matched })}</p>
      ) : null}
      {act.error ? <Refused what={t('没有登记')} error={act.error} /> : null}
      <Row gap={2}>
        <Button disabled={wish === 'yes' || price === null} loading={act.isPending} onClick={() => choose('yes')}>
          {t(WISHES.yes)}
        </Button>
        <Button disabled={wish === 'no'} loading={act.isPending} onClick={() => choose('no')}>
          {t(WISHES.no)}
        </Button>
      </Row>
    </Sheet>
  )
}
