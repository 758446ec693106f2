import { Check, Heart } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { bedType, orientation, roomType } from '../../places/model/dictionaries.ts'
import { roomMates } from '../model/actions.ts'
import style from './claim.module.css'
import type { Bed, Room } from './useFloor.ts'

type Mates = AnswerOf<typeof roomMates>
interface Props {
  roundId: string
  room: Room
  ownBedId: string | undefined
  pickedBedId: string | undefined
  favourites: readonly string[]
  isShown: boolean
  /** Before the turn beds are marked as favourites, during it they are taken. */
  isMarking: boolean
  busyBedId: string | undefined
  onBed: (bed: Bed) => void
}
/** One room: facilities, beds, roommates. */
export function RoomCard({ roundId, room, ownBedId, pickedBedId, favourites, isShown, isMarking, busyBedId, onBed }: Props) {
  const label = useLabels()
  const mates = useRead(roomMates, { roundId, roomId: room.id }, { enabled: isShown, every: 15_000 })
  const facts = [
    room.orientation ? label.orientation(room.orientation) : '',
    label.room(room.roomType),
    room.hasBathroom ? t('独立卫浴') : '',
    room.hasAircon ? t('空调') : '',
    room.accessible ? t('无障碍') : '',
  ].filter(Boolean)
  return (
    <Sheet title={room.room} actions={room.feePerYear === null ? null : <span>{t('{{price}} / 年', { price: formatMoney(room.feePerYear) })}</span>} className={style.room}>
      <p className={style.facts}>{facts.join(t('、'))}</p>
      {room.isGranted ? <p className={style.granted}>{t('这间留给你的班级')}</p> : null}
      <div className={style.plan}>
        <i className={style.window} />
        {room.beds.map(bed => (
          <BedTile
            key={bed.id}
            bed={bed}
            type={label.bed(bed.bedType)}
            mate={mates.data?.find(m => m.bedId === bed.id)}
            isOwn={bed.id === ownBedId}
            isPicked={bed.id === pickedBedId}
            rank={favourites.indexOf(bed.id) + 1}
            isMarking={isMarking}
            isBusy={bed.id === busyBedId}
            onPress={() => onBed(bed)}
          />
        ))}
        <i className={style.door} />
      </div>
      <p className={style.note}>{t('示意图，床号以房间为准')}</p>
    </Sheet>
  )
}
interface TileProps {
  bed: Bed
  type: string
  mate: Mates[number] | undefined
  isOwn: boolean
  isPicked: boolean
  rank: number
  isMarking: boolean
  isBusy: boolean
  onPress: () => void
}
function BedTile({ bed, type, mate, isOwn, isPicked, rank, isMarking, isBusy, onPress }: TileProps) {
  const kind = isOwn || isPicked ? 'mine' : bed.state
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // scroll a bed just won into view
    if (isOwn) ref.current?.scrollIntoView({ block: 'center' })
  }, [isOwn])
  const isFree = bed.state === 'free' || isOwn
  const title = isOwn ? t('我选这里') : isPicked ? t('换到这里') : bed.state === 'free' ? t('可选择') : bed.state === 'taken' ? (mate?.alias ?? t('已选')) : t('不安排')
  const more = bed.state === 'taken' && !isOwn ? (mate?.habits ?? '') : type
  return (
    <button
      type="button"
      className={style.bed}
      data-state={kind}
      disabled={!isFree && !(isMarking && rank)}
      aria-pressed={isOwn || isPicked || (isMarking && rank > 0)}
      aria-busy={isBusy}
      ref={ref}
      onClick={onPress}
    >
      <span className={style.pillow}>
        <i />
        <small>{t('{{n}} 号', { n: bed.bedNo })}</small>
      </span>
      <span className={style.blanket}>
        <b>
          {isOwn ? <Check size={16} /> : null}
          {title}
        </b>
        <span>{more}</span>
        {rank ? (
          <em>
            <Heart size={12} /> {rank}
          </em>
        ) : null}
      </span>
    </button>
  )
}
/** Dictionary labels of the school. */
function useLabels() {
  const [rooms, beds, sides] = [useDict(roomType), useDict(bedType), useDict(orientation)]
  const of = (items: typeof rooms) => (key: string) => dictLabel(items, key)
  return { room: of(rooms), bed: of(beds), orientation: of(sides) }
}
