import { App, Button } from 'antd'
import { useState } from 'react'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { positionNow } from '#web/position/position.ts'
import { locate } from '../../model/actions.ts'

/** Pressed at the address: how far it is from the school. The position is asked for once and not kept. */
export function LocateButton({ id }: { id: string }) {
  const { message } = App.useApp()
  const [isMeasuring, setMeasuring] = useState(false)
  const act = useAct(locate, { done: t('已记下离校距离，位置没有保存') })
  const press = async () => {
    setMeasuring(true)
    const at = await positionNow(t('以后再测'))
    setMeasuring(false)
    if ('problem' in at) void message.error(at.problem)
    else act.mutate({ id, ...at, system: 'wgs84' })
  }
  return (
    <Button loading={isMeasuring || act.isPending} onClick={() => void press()}>
      {t('我在住处，测离校距离')}
    </Button>
  )
}
