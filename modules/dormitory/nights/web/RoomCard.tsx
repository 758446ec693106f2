import { Button } from 'antd'
import { useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatClock } from '#web/values/format.ts'
import { SAYS, type Says } from '../model/evidence.ts'
import style from './night.module.css'
import type { PatrolList } from './usePatrol.ts'

type Room = PatrolList['rooms'][number]
const NEXT: Record<Says, Says> = { in: 'out', out: 'late', late: 'in' }
/** One room: everybody present by default; taps mark exceptions, one press submits. */
export function RoomCard({ room, onTick }: { room: Room; onTick: (out: readonly string[], late: readonly string[]) => void }) {
  const people = room.residents
  const asked = people.filter(p => p.expected === 'expected')
  const was = (id: string): Says => (room.out.includes(id) ? 'out' : room.late.includes(id) ? 'late' : 'in')
  const [said, setSaid] = useState<Readonly<Record<string, Says>>>(() => Object.fromEntries(asked.map(p => [p.studentId, was(p.studentId)])))
  const whoIs = (says: Says): string[] => asked.filter(p => said[p.studentId] === says).map(p => p.studentId)
  const [out, late] = [whoIs('out'), whoIs('late')]
  return (
    <Sheet
      title={room.roomNo}
      note={room.tickedAt ? [t('{{time}} 已查', { time: formatClock(room.tickedAt) }), room.tickedBy ?? ''].filter(Boolean).join(' · ') : t('点姓名改为不在或晚归')}
      className={style.room}
    >
      <div className={style.beds} data-beds>
        {people.map(p =>
          p.expected === 'expected' ? (
            <button key={p.studentId} type="button" data-said={said[p.studentId]} onClick={() => setSaid(now => ({ ...now, [p.studentId]: NEXT[now[p.studentId] ?? 'in'] }))}>
              <small>{t('{{n}} 床', { n: p.bedNo })}</small>
              <b>{p.name}</b>
              <span>{t(SAYS[said[p.studentId] ?? 'in'])}</span>
            </button>
          ) : (
            <div key={p.studentId} data-said="excused">
              <small>{t('{{n}} 床', { n: p.bedNo })}</small>
              <b>{p.name}</b>
              <span>{t('已请假')}</span>
            </div>
          ),
        )}
      </div>
      <Button type="primary" size="large" block className={classes(style.press)} onClick={() => onTick(out, late)}>
        {out.length ? t('{{room}} 缺 {{n}} 人，下一间', { room: room.roomNo, n: out.length }) : t('{{room}} 全在，下一间', { room: room.roomNo })}
      </Button>
    </Sheet>
  )
}
