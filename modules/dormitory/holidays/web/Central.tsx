import { Button } from 'antd'
import { BedDouble, Layers } from 'lucide-react'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { centralPlan, placeCentral, setStayRooms } from '../model/closing-actions.ts'
import style from './holiday.module.css'

const CHANGES = ['holidayStay', 'dormStay']
/** 集中住宿: choose floors, see capacity, and assign beds to everybody at once. */
export function Central({ planId }: { planId: string }) {
  const read = useRead(centralPlan, { planId })
  const { data } = read
  const [isChoosing, setChoosing] = useState(false)
  if (!data) return <Loading of={read} lines={8} />
  const lines = [
    { label: t('待安排'), of: data.waiting },
    { label: t('可用床位'), of: data.beds },
    { label: t('已安排'), of: data.placed },
  ]
  return (
    <Sheet label={t('集中住宿')} className={style.card}>
      <Row as="header" className={style.tools}>
        <h2>{t('集中住宿')}</h2>
        <Button icon={<Layers size={16} />} onClick={() => setChoosing(true)}>
          {t('选定楼层')}
        </Button>
        {data.fits ? (
          <ActionButton
            of={placeCentral}
            input={{ planId, expect: data.fits }}
            type="primary"
            icon={<BedDouble size={16} />}
            confirm={t('为 {{n}} 名留校学生安排床位，每层只住一种性别；学生会收到通知，原床位保留。', { n: formatNumber(data.fits) })}
            changes={CHANGES}
            done={t('已安排')}
          />
        ) : null}
      </Row>
      <p>{sayOf(data)}</p>
      <dl className={style.genders}>
        {lines.map(l => (
          <div key={l.label}>
            <dt>{l.label}</dt>
            <dd>{t('男 {{male}}，女 {{female}}', { male: formatNumber(l.of.male), female: formatNumber(l.of.female) })}</dd>
          </div>
        ))}
      </dl>
      <ul className={style.lines}>
        {data.floors.map(f => (
          <li key={f.floorId}>
            <b>{f.label}</b>
            <small>{t('可用 {{beds}} 张，已安排 {{placed}} 人', { beds: f.beds, placed: f.placed })}</small>
          </li>
        ))}
      </ul>
      {isChoosing ? (
        <ActionForm
          of={setStayRooms}
          input={{ planId }}
          initial={{ floorIds: [...data.floorIds] }}
          onClose={() => setChoosing(false)}
          note={<p className="ql-help">{t('空床位直接可用；学生的床位只有楼栋允许“假期可集中安排”、主人已登记离校时才用。')}</p>}
          done={t('已选定')}
        />
      ) : null}
    </Sheet>
  )
}
function sayOf({ floorIds, waiting, fits, left }: { floorIds: readonly unknown[]; waiting: { male: number; female: number }; fits: number; left: number }): string {
  if (!floorIds.length) return t('先选定哪些楼层住留校学生')
  if (!waiting.male && !waiting.female) return t('没有待安排的留校学生')
  return left ? t('能安排 {{fits}} 人，还有 {{left}} 人排不下，请增加楼层', { fits, left }) : t('{{fits}} 人都能安排', { fits })
}
