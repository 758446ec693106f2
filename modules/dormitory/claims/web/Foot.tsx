import { Button } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { schoolClock } from '#model/school-time.ts'
import { t } from '#web/i18n/index.ts'
import style from './claim.module.css'
import { spanOf } from './clock.ts'
import type { Mine, Own } from './parts.tsx'
import type { Similar, useClaims } from './useClaims.ts'
import type { Bed, Room } from './useFloor.ts'

type Claims = ReturnType<typeof useClaims>
interface Props {
  mine: Mine
  claims: Claims
  now: number
  room: Room | undefined
  picked: Bed | undefined
  onSimilar: (bed: Similar) => void
}
/** Sticky footer: the hold with its countdown, and the confirm button. */
export function Foot({ mine, claims, now, room, picked, onSimilar }: Props) {
  const { own } = claims
  const isHeld = own?.state === 'held' && own.holdUntil !== null && Date.parse(own.holdUntil) > now
  return (
    <footer className={style.foot}>
      {claims.failed ? <Failure claims={claims} onSimilar={onSimilar} /> : null}
      {claims.waiting ? (
        <Line>
          <span>{t('排在第 {{n}} 位，轮到时自动办理', { n: claims.waiting.position })}</span>
          <Button onClick={claims.stop}>{t('不等了')}</Button>
        </Line>
      ) : isHeld && own ? (
        <Held mine={mine} own={own} claims={claims} now={now} />
      ) : own?.state === 'reserved' ? (
        <Changing mine={mine} claims={claims} room={room} picked={picked} />
      ) : (
        <Free mine={mine} claims={claims} room={room} />
      )}
    </footer>
  )
}
const Line = ({ children }: { children: ReactNode }) => <div className={style.line}>{children}</div>
function Failure({ claims, onSimilar }: { claims: Claims; onSimilar: (bed: Similar) => void }) {
  return (
    <div className={style.failed} role="alert">
      <p>
        {claims.failed?.message}
        <button type="button" aria-label={t('关闭')} onClick={claims.forgive}>
          <X size={16} />
        </button>
      </p>
      {claims.similar.length ? (
        <>
          <small>{t('相近的空床')}</small>
          <div>
            {claims.similar.map(bed => (
              <Button key={bed.id} size="small" onClick={() => onSimilar(bed)}>
                {bed.bed}
              </Button>
            ))}
          </div>
        </>
      ) : null}
    </div>
  )
}
function Held({ mine, own, claims, now }: { mine: Mine; own: Own; claims: Claims; now: number }) {
  const left = Date.parse(own.holdUntil ?? '') - now
  const share = Math.min(100, Math.max(0, (left / (mine.holdSeconds * 1000)) * 100))
  return (
    <>
      <Line>
        <span>{t('已为你保留')}</span>
        <i className={style.left} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </i>
        <span>
          {t('还剩')} <b>{spanOf(left).text}</b>
        </span>
      </Line>
      <div className={style.two}>
        <Button size="large" disabled={claims.isBusy} onClick={claims.release}>
          {t('换一张床')}
        </Button>
        <Button size="large" type="primary" loading={claims.isBusy} onClick={() => claims.confirm(own.bedId)}>
          {t('确认 {{room}} 室 {{bed}} 号床', { room: own.roomNo, bed: own.bedNo })}
        </Button>
      </div>
      <p className={style.note}>{mine.turn ? t('确认后，{{time}} 前还可更换 {{n}} 次', { time: schoolClock(mine.turn.closesAt), n: mine.changesLeft }) : null}</p>
    </>
  )
}
function Changing({ mine, claims, room, picked }: { mine: Mine; claims: Claims; room: Room | undefined; picked: Bed | undefined }) {
  if (!picked || !room) return <p className={style.note}>{t('点一张空床更换，还可更换 {{n}} 次', { n: mine.changesLeft })}</p>
  return (
    <>
      <Button size="large" type="primary" block loading={claims.isBusy} onClick={() => claims.hold(picked.id)}>
        {t('换到 {{room}} 室 {{bed}} 号床', { room: room.roomNo, bed: picked.bedNo })}
      </Button>
      <p className={style.note}>{t('换成才放出原来的床位，用掉 1 次更换，还剩 {{n}} 次', { n: Math.max(0, mine.changesLeft - 1) })}</p>
    </>
  )
}
function Free({ mine, claims, room }: { mine: Mine; claims: Claims; room: Room | undefined }) {
  const { team } = mine
  if (team?.state === 'open' && !team.isLeader) return <p className={style.note}>{t('由队长{{name}}为小队选房间', { name: team.leader })}</p>
  if (team?.state === 'open' && room)
    return (
      <>
        <Button size="large" type="primary" block loading={claims.isBusy} onClick={() => claims.claimRoom(room.id)}>
          {t('小队 {{n}} 人选 {{room}} 室', { n: team.members.length, room: room.roomNo })}
        </Button>
        <p className={style.note}>{t('空床够才成功，选中即确认')}</p>
      </>
    )
  if (mine.favourites.length)
    return (
      <Button size="large" type="primary" block loading={claims.isBusy} onClick={claims.holdFirst}>
        {t('按收藏选（{{n}} 张）', { n: mine.favourites.length })}
      </Button>
    )
  return <p className={style.note}>{t('点一张空床，为你保留 {{n}} 秒', { n: mine.holdSeconds })}</p>
}
