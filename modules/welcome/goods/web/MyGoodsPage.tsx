import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { declineGoods, myGoods, SIZE_REASONS, saveOrder } from '../model/actions.ts'
import { orderStates } from '../model/goods.ts'
import { suggestSize } from '../model/sizes.ts'
import { GoodsLinesInput, type Line } from './goods/LinesInput.tsx'

type Mine = AnswerOf<typeof myGoods>
/** 迎新 → 物品订购: order, or say that nothing is needed; both are one tap. */
export default function MyGoodsPage() {
  const read = useRead(myGoods, {})
  return (
    <RealmPage title={t('物品订购')} help={t('自愿订购，不需要的按“都不需要”，不影响报到。')}>
      <Loaded of={read} empty={of => of.goods.length === 0 && t('还没有可以订的物品')}>
        {of => <Order key={JSON.stringify(of.lines)} of={of} />}
      </Loaded>
    </RealmPage>
  )
}
function Order({ of }: { of: Mine }) {
  const [height, setHeight] = useState(of.height)
  const [weight, setWeight] = useState(of.weight)
  const [lines, setLines] = useState<readonly Line[]>(() => of.lines.flatMap(l => (l ? [{ goodsId: l.goodsId, size: l.size, qty: l.qty }] : [])))
  const goods = of.goods.flatMap(g => {
    if (!g) return []
    const fits = suggestSize(g.sizes, height, weight)
    return { ...g, suggested: fits?.code ?? null, why: fits ? SIZE_REASONS[fits.by] : null }
  })
  const save = useAct(saveOrder, { changes: ['welcomeStepState', 'greenChannel'], done: t('已订') })
  const decline = useAct(declineGoods, { changes: ['welcomeStepState', 'greenChannel'], done: t('已记下：都不需要') })
  const isOver = of.state === 'picked' || of.state === 'exchanged'
  const isBusy = save.isPending || decline.isPending
  const sum = lines.reduce((total, l) => total + (of.lines.find(o => o?.goodsId === l.goodsId)?.price ?? goods.find(g => g.id === l.goodsId)?.price ?? 0) * l.qty, 0)
  const error = save.error ?? decline.error
  return (
    <Sheet label={t('物品订购')}>
      <Stack gap={3}>
        {of.state ? (
          <Row gap={2} spread="between">
            <span>{of.amount ? formatMoney(of.amount) : ''}</span>
            <StateTag of={orderStates} state={of.state} />
          </Row>
        ) : null}
        <Columns min={140} gap={2}>
          <InputNumber aria-label={t('身高')} placeholder={t('身高')} min={120} max={230} suffix={t('厘米')} value={height} disabled={isOver} onChange={setHeight} />
          <InputNumber aria-label={t('体重')} placeholder={t('体重')} min={30} max={200} suffix={t('公斤')} value={weight} disabled={isOver} onChange={setWeight} />
        </Columns>
        <GoodsLinesInput value={lines} onChange={next => setLines(next as readonly Line[])} disabled={isOver || isBusy} goods={goods} />
        {error ? <Refused what={t('没有办成')} error={error} /> : null}
        {isOver ? null : (
          <Columns min={140} gap={2}>
            <Button type="primary" size="large" disabled={!lines.length} loading={save.isPending} onClick={() => save.mutate({ lines: [...lines], height, weight })}>
              {t('订购 {{amount}}', { amount: formatMoney(sum) })}
            </Button>
            <Button type="primary" size="large" loading={decline.isPending} onClick={() => decline.mutate({})}>
              {t('都不需要')}
            </Button>
          </Columns>
        )}
      </Stack>
    </Sheet>
  )
}
