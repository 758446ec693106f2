import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { FindPerson, type Who } from '../../desk/web/public/FindPerson.tsx'
import { PointPage } from '../../desk/web/public/PointPage.tsx'
import { exchange, handOut, pickUpCard } from '../model/actions.ts'
import { orderStates } from '../model/goods.ts'

/** 迎新 → 物品发放: scan, hand out, or exchange a size. */
export default function HandOutGoodsPage() {
  return <PointPage title={t('物品发放')}>{point => <AtPoint key={point.id} pointId={point.id} />}</PointPage>
}
function AtPoint({ pointId }: { pointId: string }) {
  const [who, setWho] = useState<Who>()
  const read = useRead(pickUpCard, { pointId, ...who }, { enabled: Boolean(who) })
  return (
    <>
      <FindPerson onFind={setWho} />
      {who && read.error ? <Refused what={t('不能办理')} error={read.error} /> : null}
      {who && read.data && !read.error ? <Found key={JSON.stringify(who)} of={read.data} at={{ pointId, ...who }} onDone={() => setWho(undefined)} /> : null}
    </>
  )
}
interface FoundProps {
  of: AnswerOf<typeof pickUpCard>
  at: { pointId: string } & Who
  onDone: () => void
}
function Found({ of, at, onDone }: FoundProps) {
  const [isChecked, setChecked] = useState(false)
  const act = useAct(handOut, { done: t('已发放'), onDone })
  const isReady = !of.mustCheckId || isChecked
  const allows = (verb: 'handOut' | 'exchange') => of.state !== null && orderStates.allows({ state: of.state }, verb)
  return (
    <Sheet title={of.name} actions={of.state ? <StateTag of={orderStates} state={of.state} /> : null}>
      <Stack gap={2}>
        {of.lines.map(line =>
          line ? (
            <Row key={line.goodsId} gap={2} spread="between">
              <span>{[line.name, line.size, `×${line.qty}`].filter(Boolean).join(' ')}</span>
              {allows('exchange') && line.size && isReady ? <FormButton of={exchange} input={{ ...at, idChecked: isChecked, goodsId: line.goodsId }} /> : null}
            </Row>
          ) : null,
        )}
        {of.lines.length ? null : <p>{t('没有订物品')}</p>}
        {of.mustCheckId ? (
          <Checkbox checked={isChecked} onChange={e => setChecked(e.target.checked)}>
            {t('已核对身份证件')}
          </Checkbox>
        ) : null}
        {act.error ? <Refused what={t('没有办成')} error={act.error} /> : null}
        {allows('handOut') ? (
          <Button type="primary" size="large" block disabled={!isReady} loading={act.isPending} onClick={() => act.mutate({ ...at, idChecked: isChecked })}>
            {t('发放')}
          </Button>
        ) : null}
      </Stack>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('在办理点扫码发放订好的物品，尺码不合适的当场换。'),
  who: t('办理点的工作人员。'),
  first: t('选办理点，扫码，核对后按“发放”。'),
})
