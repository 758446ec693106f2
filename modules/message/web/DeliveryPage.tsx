import { Segmented } from 'antd'
import { useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { PageHead } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, formatNumber } from '#web/values/format.ts'
import { CHANNELS, deliveryStatistics, messageDelivery } from '../model/message.ts'
import style from './office.module.css'

/** 通知与消息 → 发送记录: results by channel, and every delivery. */
export default function DeliveryPage() {
  return (
    <section>
      <Figures />
      <EntityTable
        of={messageDelivery}
        columns={[
          { key: 'eventName', width: 180, align: 'left' },
          'recipientId',
          'channel',
          'state',
          'level',
          'tries',
          'sentAt',
          { key: 'nextAt', hidden: true },
          { key: 'error', width: 260, align: 'left' },
          { key: 'cost', hidden: true },
          { key: 'traceId', hidden: true },
        ]}
        filters={['channel', 'state', 'level', 'eventCode', 'sentAt', 'traceId']}
        detail={{
          sections: [
            { fields: ['eventName', 'eventCode', 'recipientId', 'channel', 'state', 'level', 'tries', 'nextAt', 'sentAt', 'error', 'sentText', 'providerId', 'cost', 'traceId'] },
          ],
          history: false,
        }}
      />
    </section>
  )
}
const SPANS = [7, 30, 90] as const
function Figures() {
  const [days, setDays] = useState<number>(30)
  const read = useRead(deliveryStatistics, { days })
  return (
    <>
      <PageHead level="h2" title={t('发送统计')} actions={<Segmented value={days} options={SPANS.map(n => ({ value: n, label: t('近 {{n}} 天', { n }) }))} onChange={setDays} />} />
      <Loaded of={read} lines={3}>
        {data => (
          <div className={style.channels}>
            {data.map(c => {
              const tried = c.done + c.failed
              return (
                <Sheet key={c.channel} as="div" isBare>
                  <span>{t(CHANNELS[c.channel])}</span>
                  <b>{tried ? `${percentOf(c.done, tried)}%` : '—'}</b>
                  <small>
                    {t('送达 {{done}}，失败 {{failed}}，等待 {{waiting}}，未发 {{skipped}}', {
                      done: formatNumber(c.done),
                      failed: formatNumber(c.failed),
                      waiting: formatNumber(c.waiting),
                      skipped: formatNumber(c.skipped),
                    })}
                    {c.cost ? t('，费用 {{cost}}', { cost: formatMoney(c.cost) }) : ''}
                  </small>
                </Sheet>
              )
            })}
          </div>
        )}
      </Loaded>
    </>
  )
}
