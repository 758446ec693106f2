import { InputNumber } from 'antd'
import { Snowflake } from 'lucide-react'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { simulate } from '../model/closing-actions.ts'
import style from './holiday.module.css'

const USUAL_ROOMS = 30
/** Savings of closing buildings, before anybody is asked to move. */
export function Simulation({ planId }: { planId: string }) {
  const [rooms, setRooms] = useState(USUAL_ROOMS)
  const read = useRead(simulate, { planId, rooms })
  const { data } = read
  return (
    <Sheet label={t('关楼模拟')} className={style.card}>
      <Row as="header" className={style.tools}>
        <h2>
          <Snowflake size={16} aria-hidden="true" /> {t('关楼模拟')}
        </h2>
        <span aria-hidden="true">{t('最多用房间')}</span>
        <InputNumber min={0} max={2000} value={rooms} onChange={next => setRooms(next ?? 0)} aria-label={t('最多用房间')} />
      </Row>
      {data ? null : <Loading of={read} lines={2} />}
      {data && !data.closable.length ? <p>{t('按 {{n}} 间房间，没有可以关闭的楼栋', { n: rooms })}</p> : null}
      {data?.closable.length ? (
        <>
          <p>
            {t('{{moved}} 名留校学生搬到 {{rooms}} 间，可关 {{n}} 栋楼，{{nights}} 晚共少供暖 {{days}} 楼日', {
              moved: formatNumber(data.moved),
              rooms: data.rooms,
              n: data.closable.length,
              nights: data.nights,
              days: formatNumber(data.daysSaved),
            })}
          </p>
          <p className="ql-quiet">{t('可关：{{names}}', { names: data.closable.join(t('、')) })}</p>
        </>
      ) : null}
    </Sheet>
  )
}
