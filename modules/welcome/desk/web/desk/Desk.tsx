import { useQueryClient } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useActionQueue } from '#web/forms/useActionQueue.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { entityKey } from '#web/values/address.ts'
import { confirmScan, lookUp } from '../../model/actions.ts'
import { stepAtOnce } from '../../model/auto-confirm.ts'
import style from '../desk.module.css'
import { FindPerson, type Who } from '../public/FindPerson.tsx'
import type { Point } from '../public/PointPage.tsx'
import { MyScans } from './MyScans.tsx'
import { Offline } from './Offline.tsx'
import { DoneAtOnce, type Found, Person } from './Person.tsx'

const ACTIONS = { scan: confirmScan }

/** One point: who is scanned, green or red, and what waits for the network. */
export function Desk({ point }: { point: Point }) {
  const client = useQueryClient()
  // scanned with the phone's own camera, which opened this page
  const [params, , put] = useOwnParams()
  const scanned = params.get('code')
  const isAuto = params.has('auto')
  const [who, setWho] = useState<Who>()
  const [last, setLast] = useState<Found>()
  useEffect(() => {
    if (!scanned) return
    put({ code: undefined })
    setWho({ code: scanned })
  }, [scanned, put])
  const box = useRef<{ focus(): void }>(null)
  const queue = useActionQueue('welcome', ACTIONS, () => client.invalidateQueries({ queryKey: entityKey('welcomeScan') }))
  const { data, error, isFetching } = useRead(lookUp, { pointId: point.id, ...who }, { enabled: Boolean(who) })
  const isOffline = Boolean(who && error && !isRefusal(error))
  const find = (found: Who) => {
    setLast(undefined)
    setWho(found)
  }
  const next = () => {
    setWho(undefined)
    box.current?.focus()
  }
  const done = () => {
    if (isAuto && data && stepAtOnce(data)) setLast(data)
    next()
  }
  return (
    <>
      <FindPerson onFind={find} handle={box} note={<span className="ql-quiet">{t('今天已办 {{n}} 人次', { n: point.today })}</span>} />
      <Row gap={2}>
        <Switch checked={isAuto} onChange={on => put({ auto: on ? '1' : undefined })} aria-label={t('扫到即办')} />
        <span>{t('扫到即办')}</span>
        <span className="ql-quiet">{t('能办的只有一个环节、不用看证件时，不再点“办理”')}</span>
      </Row>
      {who && isFetching && !data ? <Bars lines={4} /> : null}
      {who && error && !isOffline ? (
        <section className={style.red} role="alert">
          <Refused what={t('不能办理')} error={error} />
        </section>
      ) : null}
      {who && data && !error ? <Person key={JSON.stringify(who)} found={data} point={point} who={who} isAuto={isAuto} onDone={done} /> : null}
      {!who && last ? <DoneAtOnce of={last} /> : null}
      {who && isOffline ? <Offline point={point} who={who} queue={queue} onDone={next} /> : null}
      {queue.waiting.length ? (
        <Sheet title={t('等待上传')}>
          <p>{t('{{n}} 次扫码存在这部手机里，有网络时自动上传', { n: queue.waiting.length })}</p>
          {queue.waiting.map(entry => {
            const refusal = queue.refusals.get(entry.id)
            return refusal ? (
              <Row key={entry.id} gap={2} spread="between">
                <Refused what={t('没有办成')} error={refusal} />
                <Button onClick={() => void queue.discard([entry])}>{t('知道了')}</Button>
              </Row>
            ) : null
          })}
        </Sheet>
      ) : null}
      <MyScans />
    </>
  )
}
