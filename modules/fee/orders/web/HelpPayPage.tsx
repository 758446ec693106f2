import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { useAct } from '#web/forms/useAct.ts'
import { newKey } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { type KeyLink, KeyPage } from '#web/records/KeyPage.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { openPayLink, payByLink } from '../model/pay-link.ts'
import { leaveFor, sceneHere } from './launch.ts'
import style from './my-fees.module.css'

/** 代缴: what somebody without an account is asked to pay for a student, whose name is masked. */
export default function HelpPayPage() {
  const title = t('代缴')
  return (
    <KeyPage title={title}>
      {link => (
        <Page title={title} width="form">
          <Asked asks={link} />
        </Page>
      )}
    </KeyPage>
  )
}
function Asked({ asks }: { asks: KeyLink }) {
  const isPhone = useNarrow()
  const navigate = useNavigate()
  const [wayId, setWay] = useState<string>()
  const [code, setCode] = useState<string>()
  const read = useRead(openPayLink, asks)
  const act = useAct(payByLink, {
    done: false,
    onDone: ({ payload }) => {
      if (payload?.kind === 'code') setCode(payload.text)
      else if (payload?.kind === 'link' && payload.url.startsWith('/')) navigate(payload.url)
      else if (payload?.kind === 'link' || payload?.kind === 'form') leaveFor(payload)
    },
  })
  const { data } = read
  if (!data) return <Loading of={read} lines={5} />
  if (!data.amount) return <Empty title={t('这笔费用已经缴清，不用再付。')} />
  // somebody else's WeChat is not known to the school: its own bridge is left out
  const ways = data.ways.map(w => ({ ...w, scenes: w.scenes.filter(scene => scene !== 'jsapi') })).filter(w => w.scenes.length)
  const way = ways.find(w => w.merchantId === wayId) ?? ways[0]
  const scene = sceneHere(way?.scenes ?? [], isPhone)
  const pay = () => way && scene && act.mutate({ ...asks, amount: data.amount, merchantId: way.merchantId, scene, idemKey: newKey() })
  return (
    <Sheet title={t('为 {{name}} 缴费', { name: data.payer })} actions={<b className={style.sum}>{formatMoney(data.amount)}</b>}>
      {data.lines.map(l => (
        <Row key={`${l.item} ${l.xn}`} spread="between">
          <span>{t('{{item}} {{xn}}', { item: l.item, xn: l.xn })}</span>
          <b>{formatMoney(l.owed)}</b>
        </Row>
      ))}
      {ways.length > 1 ? (
        <Radio.Group
          aria-label={t('支付方式')}
          value={way?.merchantId}
          onChange={e => setWay(e.target.value as string)}
          options={ways.map(w => ({ value: w.merchantId, label: w.name }))}
        />
      ) : null}
      {act.error ? <Refused what={t('支付没有成功')} error={act.error} /> : null}
      {code ? <QrCode text={new URL(code, window.location.origin).href} label={t('支付二维码')} size={220} /> : null}
      <Button type="primary" size="large" block disabled={!scene} loading={act.isPending} onClick={pay}>
        {t('支付 {{amount}}', { amount: formatMoney(data.amount) })}
      </Button>
      <p className="ql-help">{t('链接 {{time}} 失效。', { time: formatDatetime(data.expireAt) })}</p>
    </Sheet>
  )
}
