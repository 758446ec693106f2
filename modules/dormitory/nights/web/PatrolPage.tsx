import { Button, Segmented, Select } from 'antd'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { submitPatrol } from '../model/actions.ts'
import { dayText } from './labels.ts'
import style from './night.module.css'
import { RoomCard } from './RoomCard.tsx'
import { type PatrolList, usePatrol } from './usePatrol.ts'

type Room = PatrolList['rooms'][number]
/** 晚点名 → 查寝: room by room, works offline. */
export default function PatrolPage() {
  const [params, , put] = useOwnParams()
  const patrol = usePatrol(params.get('dormId') ?? undefined)
  const { list } = patrol
  if (!list) return <Loading of={patrol} lines={8} />
  if (!list.dormId) return <Empty title={t('没有你管的宿舍楼')} />
  const isPatrolled = list.dorms.find(d => d?.id === list.dormId)?.isPatrolled ?? false
  return (
    <Page
      title={t('{{date}} 晚查寝', { date: dayText(list.night) })}
      actions={
        list.dorms.length > 1 ? (
          <Select
            aria-label={t('宿舍楼')}
            value={list.dormId}
            options={list.dorms.flatMap(d => (d ? [{ value: d.id, label: d.name }] : []))}
            onChange={dormId => put({ dormId })}
          />
        ) : (
          <p className="ql-quiet">{list.dorms[0]?.name}</p>
        )
      }
      width="form"
      className={style.patrol}
    >
      <Standing patrol={patrol} />
      {list.rooms.length && isPatrolled ? (
        <Walk key={list.dormId} list={list} onTick={patrol.tick} />
      ) : (
        <Empty title={list.rooms.length ? t('这栋楼不用查寝') : t('今晚的名单 {{at}} 生成', { at: list.rosterAt })} />
      )}
    </Page>
  )
}
/** Sync state: shows what has not been received by the server. */
function Standing({ patrol }: { patrol: ReturnType<typeof usePatrol> }) {
  const [refusal] = patrol.refusals.values()
  return (
    <>
      {patrol.isUnsaved ? <p className="ql-problem">{t('这台手机的浏览器存不下查寝记录，请保持网络连接')}</p> : null}
      {refusal ? (
        <Refused
          what={t('查寝没有提交')}
          error={refusal}
          todo={
            <Button size="small" onClick={patrol.discard}>
              {t('丢弃这 {{n}} 间', { n: patrol.refusals.size })}
            </Button>
          }
        />
      ) : null}
      {patrol.waiting && !refusal ? (
        <p className={style.waiting} role="status">
          {t('{{n}} 间存在手机里，有网络时自动提交', { n: patrol.waiting })}
        </p>
      ) : null}
      {patrol.isOffline && !patrol.waiting ? <p className={style.waiting}>{t('没有网络，可以继续查，名单可能不是最新')}</p> : null}
    </>
  )
}
function Walk({ list, onTick }: { list: PatrolList; onTick: (roomId: string, out: readonly string[], late: readonly string[]) => void }) {
  const { rooms } = list
  const floors = [...new Set(rooms.map(r => r.floorName))]
  const [floor, setFloor] = useState(() => rooms.find(r => !r.tickedAt)?.floorName ?? floors[0] ?? '')
  const [roomId, setRoomId] = useState<string>()
  const [isPhoto, setPhoto] = useState(false)
  const own = rooms.filter(r => r.floorName === floor)
  const room = own.find(r => r.id === roomId) ?? own.find(r => !r.tickedAt) ?? own[0]
  const done = rooms.filter(r => r.tickedAt).length
  const turn = (next: string) => {
    setFloor(next)
    setRoomId(undefined)
  }
  const tick = (of: Room, out: readonly string[], late: readonly string[]) => {
    onTick(of.id, out, late)
    setRoomId(nextAfter(own, of)?.id)
  }
  return (
    <>
      <p className="ql-quiet">{t('已查 {{done}} 间，共 {{all}} 间', { done, all: rooms.length })}</p>
      {floors.length > 1 ? (
        <div className={style.floors}>
          <Segmented value={floor} options={floors} onChange={turn} />
        </div>
      ) : null}
      <nav className={style.strip} aria-label={t('房间')}>
        {own.map(r => (
          <button key={r.id} type="button" aria-pressed={r.id === room?.id} data-ticked={r.tickedAt ? (r.out.length ? 'out' : 'done') : undefined} onClick={() => setRoomId(r.id)}>
            <b>{r.roomNo}</b>
            <small>{r.tickedAt ? (r.out.length ? t('缺 {{n}}', { n: r.out.length }) : t('已查')) : t('未查')}</small>
          </button>
        ))}
      </nav>
      {room ? <RoomCard key={`${room.id} ${room.tickedAt}`} room={room} onTick={(out, late) => tick(room, out, late)} /> : null}
      <Button icon={<Camera size={16} />} onClick={() => setPhoto(true)}>
        {t('上传现场照片')}
      </Button>
      {isPhoto && list.dormId ? (
        <ActionForm
          of={submitPatrol}
          title={t('上传现场照片')}
          layout={['photos']}
          input={{ dormId: list.dormId, nightDate: list.night, ticks: [] }}
          onClose={() => setPhoto(false)}
          note={<p className="ql-help">{t('只拍楼道和房间，不拍人；有网络时上传。')}</p>}
        />
      ) : null}
    </>
  )
}
/** The next room without a tick, first after this one. */
function nextAfter(rooms: readonly Room[], of: Room): Room | undefined {
  const at = rooms.findIndex(r => r.id === of.id)
  const behind = [...rooms.slice(at + 1), ...rooms.slice(0, at)]
  return behind.find(r => !r.tickedAt) ?? rooms[at + 1]
}
