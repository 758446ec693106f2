import { Button } from 'antd'
import { IdCard, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { claimPlaces } from '../model/actions.ts'
import style from './claim.module.css'
import { Foot } from './Foot.tsx'
import { CardPanel, TeamPanel } from './panels.tsx'
import { ClockBar, Countdown, type Mine, Places, Result, TrialNote } from './parts.tsx'
import { RoomCard } from './RoomCard.tsx'
import { type Similar, useClaims } from './useClaims.ts'
import { type Bed, type Room, useFloor } from './useFloor.ts'

const TICK_MS = 500
/** How often lists that others change are read again. */
export const EVERY_MS = 10_000
interface ChoosingProps {
  mine: Mine
  /** Page where this reader settles fees. */
  feePage?: string
}
/** One round of a student: what is lacking, the countdown, rooms and beds, the result. */
export function Choosing({ mine, feePage }: ChoosingProps) {
  const claims = useClaims(mine)
  const now = useServerClock(mine.now, TICK_MS)
  const [isChanging, setChanging] = useState(false)
  const [panel, setPanel] = useState<'card' | 'team'>()
  const { own } = claims
  const { turn } = mine
  const isTurn = turn !== null && Date.parse(turn.opensAt) <= now && now < Date.parse(turn.closesAt) && !mine.isPaused && !mine.isOver
  const isBefore = turn !== null && now < Date.parse(turn.opensAt)
  const isDone = own?.state === 'reserved' && !isChanging
  useEffect(() => {
    // leave change mode after a successful change
    if (own?.bedId) setChanging(false)
  }, [own?.bedId])
  return (
    <>
      {mine.isTrial ? <TrialNote /> : null}
      <ClockBar mine={mine} now={now} />
      {mine.elsewhere ? <p className={style.trial}>{t('你已有床位 {{bed}}，不用再选。', { bed: mine.elsewhere })}</p> : null}
      {mine.owing === null ? null : (
        <p className={style.trial}>
          {t('还有 {{amount}} 没有缴，缴清、缓缴或走绿色通道后才能选。', { amount: formatMoney(mine.owing) })}
          {feePage ? <Link to={feePage}>{t('去办理')}</Link> : null}
        </p>
      )}
      {mine.lacks.map(lack => (
        <p key={lack.text} className={style.trial}>
          {lack.text}
          {lack.link ? <Link to={lack.link}>{t('去办理')}</Link> : null}
        </p>
      ))}
      {mine.warned === null ? null : (
        <p className={style.trial}>{t('你有 {{amount}} 欠费。有困难可以申请缓缴、分期、国家助学贷款或走绿色通道。', { amount: formatMoney(mine.warned) })}</p>
      )}
      {mine.lacksPhoto ? <p className={style.trial}>{t('还没有审核通过的本人照片，上传并通过后才能选。')}</p> : null}
      {turn ? null : <Empty title={t('没有给你安排批次，请联系辅导员')} />}
      {isBefore && turn ? <Countdown opensAt={turn.opensAt} now={now} /> : null}
      {mine.isTrial || mine.elsewhere || mine.isOver ? null : (
        <Row className={style.tools}>
          {mine.showRoommate === 'none' ? null : (
            <Button icon={<IdCard size={16} />} onClick={() => setPanel('card')}>
              {mine.card?.isShown ? t('名片：{{alias}}', { alias: mine.card.alias ?? '' }) : t('我的名片')}
            </Button>
          )}
          {own ? null : (
            <Button icon={<UsersRound size={16} />} onClick={() => setPanel('team')}>
              {mine.team && mine.team.state === 'open' ? t('小队 {{code}}（{{n}} 人）', { code: mine.team.code, n: mine.team.members.length }) : t('和同学一起选')}
            </Button>
          )}
        </Row>
      )}
      {isDone && own ? (
        <Result mine={mine} own={own} onChange={!isTurn ? undefined : mine.isTrial ? claims.forgetTrial : mine.changesLeft ? () => setChanging(true) : undefined} />
      ) : null}
      {isDone || mine.elsewhere || mine.isOver || !turn ? null : <Floor mine={mine} claims={claims} now={now} isTurn={isTurn} isBefore={isBefore} />}
      {mine.isOver && !own && !mine.elsewhere ? <Empty title={t('这一轮已结束，你没有选床位，学校会另行安排')} /> : null}
      {panel === 'card' ? <CardPanel mine={mine} onClose={() => setPanel(undefined)} /> : null}
      {panel === 'team' ? <TeamPanel mine={mine} onClose={() => setPanel(undefined)} /> : null}
    </>
  )
}
interface FloorProps {
  mine: Mine
  claims: ReturnType<typeof useClaims>
  now: number
  isTurn: boolean
  isBefore: boolean
}
function Floor({ mine, claims, now, isTurn, isBefore }: FloorProps) {
  const places = useRead(claimPlaces, { roundId: mine.id }, { every: EVERY_MS })
  const [chosen, setChosen] = useState<{ floorId?: string; roomId?: string }>({})
  const [picked, setPicked] = useState<string>()
  const { own } = claims
  const floorId = chosen.floorId ?? own?.floorId ?? places.data?.find(p => p.free)?.floorId ?? places.data?.[0]?.floorId
  const floor = useFloor(mine.id, floorId)
  if (places.data && !places.data.length) return <Empty title={t('没有你能选的床位，请联系辅导员')} />
  if (!places.data || !floor.rooms) return <Loading of={places.data ? floor : places} lines={8} />
  const room = floor.rooms.find(r => r.id === (chosen.roomId ?? own?.roomId)) ?? floor.rooms.find(hasFree) ?? floor.rooms[0]
  const favourites = mine.favourites.flatMap(f => (f ? [f.id] : []))
  const mark = (bed: Bed) => claims.mark(favourites.includes(bed.id) ? favourites.filter(f => f !== bed.id) : [...favourites, bed.id])
  const press = (bed: Bed) => {
    if (isBefore && !mine.isTrial) return mark(bed)
    if (!isTurn || claims.isBusy) return
    if (own?.state === 'reserved') return setPicked(bed.id === own.bedId ? undefined : bed.id)
    if (bed.id !== own?.bedId) claims.hold(bed.id)
  }
  const follow = (bed: Similar) => {
    setChosen({ floorId: bed.floorId, roomId: bed.roomId })
    claims.forgive()
    if (own?.state === 'reserved') setPicked(bed.id)
    else claims.hold(bed.id)
  }
  return (
    <>
      <Places places={places.data} floorId={floorId} onChoose={id => setChosen({ floorId: id })} />
      {floor.isStale ? <p className={style.stale}>{t('网络断开，床位可能已经变化，正在重连')}</p> : null}
      <RoomStrip rooms={floor.rooms} roomId={room?.id} onChoose={roomId => setChosen({ ...(floorId ? { floorId } : {}), roomId })} />
      {room ? (
        <RoomCard
          roundId={mine.id}
          room={room}
          ownBedId={own?.bedId}
          pickedBedId={picked}
          favourites={favourites}
          isShown={mine.showRoommate !== 'none'}
          isMarking={isBefore}
          busyBedId={claims.busyBedId}
          onBed={press}
        />
      ) : null}
      {isTurn || claims.failed ? <Foot mine={mine} claims={claims} now={now} room={room} picked={room?.beds.find(b => b?.id === picked) ?? undefined} onSimilar={follow} /> : null}
    </>
  )
}
const hasFree = (room: Room): boolean => room.beds.some(b => b?.state === 'free')
function RoomStrip({ rooms, roomId, onChoose }: { rooms: readonly Room[]; roomId: string | undefined; onChoose: (id: string) => void }) {
  return (
    <nav className={style.strip} aria-label={t('房间')}>
      {rooms.map(r => {
        const free = r.beds.filter(b => b?.state === 'free').length
        return (
          <button
            key={r.id}
            type="button"
            className={`${r.id === roomId ? style.on : ''}${free ? '' : ` ${style.full}`}`}
            aria-pressed={r.id === roomId}
            onClick={() => onChoose(r.id)}
          >
            <b>{r.roomNo}</b>
            <small>{free ? t('余 {{n}} 床', { n: free }) : t('已满')}</small>
          </button>
        )
      })}
    </nav>
  )
}
