import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { canPush, dropPush, keepPush, subscribeToPush } from '#web/http/push.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { pushStanding, subscribePush, unsubscribePush } from '../model/web-push.ts'

const DEVICE = ['pushDevice']
const problemOf = (of: 'denied' | 'unreachable'): string =>
  of === 'denied' ? t('没有允许通知。要开启，请在浏览器的网站设置里允许本站发送通知。') : t('浏览器连不上它的推送服务，可以过一会儿再试，或换一个浏览器。')

/** Messages on this device while the program is closed: what for, switched on by a press, off again, and what remains without. */
export function PushSwitch() {
  const { data: school } = useRead(pushStanding, {})
  const { data: isOn } = useQuery({ queryKey: DEVICE, queryFn: keepPush })
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const settle = (now: boolean) => queries.setQueryData(DEVICE, now)
  const on = useAct(subscribePush, { changes: ['messagePreference'], done: t('这台设备会收到推送') })
  const off = useAct(unsubscribePush, { changes: ['messagePreference'], done: t('已关闭推送') })
  if (!school || school.mode === 'off' || isOn === undefined) return null
  const start = async () => {
    setAsking(true)
    setProblem(undefined)
    const made = await subscribeToPush(school.key)
    setAsking(false)
    if (typeof made === 'string') return setProblem(problemOf(made))
    on.mutate(made, { onSuccess: () => settle(true), onError: () => void dropPush() })
  }
  const end = async () => {
    const endpoint = await dropPush()
    settle(false)
    if (endpoint) off.mutate({ endpoint })
  }
  const isDenied = canPush() && Notification.permission === 'denied'
  return (
    <Stack gap={2}>
      <h3>{t('这台设备上的推送')}</h3>
      <p className="ql-help">
        {isOn ? t('有新消息时，不打开平台也会在这台设备上提醒。退出登录后不再提醒。') : t('有新消息时，不打开平台也在这台设备上提醒。开启时浏览器会问是否允许通知。')}
      </p>
      {canPush() ? null : <p className="ql-quiet">{t('这个浏览器不能接收推送；iPhone 请先添加到主屏幕，再从主屏幕打开。')}</p>}
      {problem || isDenied ? (
        <p className="ql-problem" role="alert">
          {problem ?? problemOf('denied')}
        </p>
      ) : null}
      {isOn ? null : <p className="ql-quiet">{t('不开启也不会漏掉：消息都在站内，没读的在铃铛上显示条数。')}</p>}
      {on.error ? <Refused what={t('没有开启')} error={on.error} /> : null}
      {canPush() ? (
        <Row>
          {isOn ? (
            <Button icon={<BellOff size={15} />} loading={off.isPending} onClick={() => void end()}>
              {t('关闭推送')}
            </Button>
          ) : (
            <Button icon={<BellRing size={15} />} loading={isAsking || on.isPending} disabled={isDenied} onClick={() => void start()}>
              {t('开启推送')}
            </Button>
          )}
        </Row>
      ) : null}
    </Stack>
  )
}
