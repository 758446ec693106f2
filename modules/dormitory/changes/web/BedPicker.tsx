import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { roomType } from '../../places/model/dictionaries.ts'
import { bedsForMe } from '../model/actions.ts'
import changeStyle from './change.module.css'
import { feeText } from './labels.ts'

type Room = AnswerOf<typeof bedsForMe>[number]
const FIRST = 6
interface Props {
  effectiveDate: string
  value: string | null
  /** Of a returned application: the bed it still holds. */
  kept?: { id: string; label: string } | undefined
  onPick: (bedId: string) => void
}
/** Free beds, rooms with classmates first. */
export function BedPicker({ effectiveDate, value, kept, onPick }: Props) {
  const read = useRead(bedsForMe, { effectiveDate })
  const { data } = read
  const [dormId, setDorm] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  if (!data) return <Loading of={read} lines={6} />
  const dorms = [...new Map(data.map(r => [r.dormId, r.dorm]))]
  const rooms = data.filter(r => !dormId || r.dormId === dormId)
  const shown = showsAll ? rooms : rooms.filter((r, n) => n < FIRST || r.beds.some(b => b?.id === value))
  return (
    <Sheet title={t('选择床位')}>
      {dorms.length > 1 ? (
        <Row className={changeStyle.dorms}>
          {[[undefined, t('全部')] as const, ...dorms].map(([id, name]) => (
            <Button key={id ?? 'all'} size="small" aria-pressed={dormId === id} {...(dormId === id ? { type: 'primary' as const, ghost: true } : {})} onClick={() => setDorm(id)}>
              {name}
            </Button>
          ))}
        </Row>
      ) : null}
      {kept ? (
        <div className={changeStyle.room}>
          <Bed id={kept.id} label={kept.label} isChecked={value === kept.id} onPick={onPick} />
        </div>
      ) : null}
      {rooms.length || kept ? null : <p className="ql-quiet">{t('这一天起没有空床位')}</p>}
      {shown.map(room => (
        <RoomRow key={room.roomId} room={room} value={value} onPick={onPick} />
      ))}
      {rooms.length > shown.length ? (
        <Button block onClick={() => setShowsAll(true)}>
          {t('显示全部 {{n}} 间', { n: rooms.length })}
        </Button>
      ) : null}
    </Sheet>
  )
}
function RoomRow({ room, value, onPick }: { room: Room; value: string | null; onPick: (bedId: string) => void }) {
  const types = useDict(roomType)
  const company = room.classmates ? t('{{n}} 名同班同学', { n: room.classmates }) : room.residents ? t('{{n}} 名外班同学', { n: room.residents }) : t('还没有人住')
  return (
    <fieldset className={changeStyle.room}>
      <legend>
        <b>
          {room.dorm} {room.roomNo}
        </b>
        <span className={room.classmates ? changeStyle.mates : 'ql-quiet'}>{company}</span>
        <span className="ql-quiet">{[dictLabel(types, room.roomType), feeText(room.feeDiff)].filter(Boolean).join(' · ')}</span>
      </legend>
      {room.beds.map(b => (
        <Bed key={b.id} id={b.id} label={t('{{n}} 号床', { n: b.bedNo })} isChecked={value === b.id} onPick={onPick} />
      ))}
    </fieldset>
  )
}
const Bed = ({ id, label, isChecked, onPick }: { id: string; label: string; isChecked: boolean; onPick: (bedId: string) => void }) => (
  <label>
    <input type="radio" name="change-bed" checked={isChecked} onChange={() => onPick(id)} />
    <span>{label}</span>
  </label>
)
