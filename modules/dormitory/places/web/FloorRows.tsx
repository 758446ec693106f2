import { type KeyboardEvent, useRef } from 'react'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { BED_STATES, type BedState, ROOM_STATES, ROOM_USAGES } from '../model/places.ts'
import { bedsOf, count, type Floor, floorsIn, isCommon, type Room, roomsOn } from './cells.ts'
import type { DormMap } from './MapPage.tsx'
import style from './map.module.css'

interface RowsProps {
  map: DormMap
  only: BedState | undefined
  /** Filter to this floor. */
  floorId: string | undefined
  roomId: string | undefined
  onOpen: (roomId: string) => void
}
/** Highest floor first. Arrow keys move between rooms. */
export function FloorRows({ map, only, floorId, roomId, onOpen }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const chosen = floorsIn(map).filter(f => f.id === floorId)
  const longest = Math.max(1, ...floorsIn(map).map(f => roomsOn(f).length))
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    const cells = [...(box.current?.querySelectorAll<HTMLButtonElement>('button[data-room]') ?? [])]
    const next = cells[cells.indexOf(document.activeElement as HTMLButtonElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a short way between the buttons inside
    <div className={style.floors} ref={box} onKeyDown={walk}>
      {(chosen.length ? chosen : floorsIn(map)).map(floor => (
        <FloorRow key={floor.id} floor={floor} longest={longest} only={only} roomId={roomId} onOpen={onOpen} />
      ))}
    </div>
  )
}
const GAP = 6
/** The longest floor takes the full width; rooms of all floors align. */
const columnsFor = (longest: number): string => `repeat(auto-fill, minmax(max(52px, (100% - ${(longest - 1) * GAP}px) / ${longest} - 0.1px), 1fr))`

interface RowProps extends Omit<RowsProps, 'map' | 'floorId'> {
  floor: Floor
  longest: number
}
function FloorRow({ floor, longest, only, roomId, onOpen }: RowProps) {
  const rooms = roomsOn(floor)
  const inRepair = rooms.filter(r => r.state === 'repair').length
  return (
    <section className={style.floor} aria-label={floor.name}>
      <div className={style.floorName}>
        <b>{floor.name}</b>
        <small>{t('空 {{n}}', { n: count(rooms, 'free') })}</small>
        {inRepair ? <small>{t('{{n}} 间维修', { n: inRepair })}</small> : null}
      </div>
      <div className={style.rooms} style={{ gridTemplateColumns: columnsFor(longest), gap: GAP }}>
        {rooms.map(room =>
          isCommon(room) ? <Common key={room.id} room={room} onOpen={onOpen} /> : <Cell key={room.id} room={room} only={only} isOpen={room.id === roomId} onOpen={onOpen} />,
        )}
      </div>
    </section>
  )
}
const Common = ({ room, onOpen }: { room: Room; onOpen: (id: string) => void }) => (
  <button type="button" className={`${style.room} ${style.common}`} data-room aria-label={`${room.roomNo} ${t(ROOM_USAGES[room.usage])}`} onClick={() => onOpen(room.id)}>
    {t(ROOM_USAGES[room.usage])}
  </button>
)
/** 302, 3 occupied, 1 free: the dots as text for screen readers. */
function wordsOf(room: Room): string {
  const parts = (Object.keys(BED_STATES) as BedState[]).flatMap(state => {
    const n = bedsOf(room).filter(b => b.state === state).length
    return n ? [`${t(BED_STATES[state])} ${n}`] : []
  })
  const state = room.isClosed ? [t('停用')] : room.state === 'normal' ? [] : [t(ROOM_STATES[room.state])]
  return [room.roomNo, ...state, ...parts].join(' ')
}
function Cell({ room, only, isOpen, onOpen }: { room: Room; only: BedState | undefined; isOpen: boolean; onOpen: (id: string) => void }) {
  const beds = bedsOf(room)
  const isFaint = only !== undefined && !beds.some(b => b.state === only)
  const isOut = room.state !== 'normal' || room.isClosed || !room.isEnabled
  const look = classes(style.room, isOpen && style.chosen, isFaint && style.faint, isOut && style.out)
  return (
    <button type="button" className={look} data-room aria-label={wordsOf(room)} aria-current={isOpen ? 'true' : undefined} title={wordsOf(room)} onClick={() => onOpen(room.id)}>
      <span>{room.roomNo}</span>
      <span className={beds.length > 4 ? `${style.beds} ${style.many}` : style.beds}>
        {beds.map(b => (
          <i key={b.id} className={style.bed} data-state={b.state} />
        ))}
      </span>
    </button>
  )
}
