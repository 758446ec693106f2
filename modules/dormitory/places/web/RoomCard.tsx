import { Button } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { genderCode } from '#model/national.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { lockBeds, unlockBeds } from '../model/actions.ts'
import { bedType, orientation, roomType } from '../model/dictionaries.ts'
import { roomCard } from '../model/map.ts'
import { BED_STATES, ROOM_STATES, ROOM_USAGES } from '../model/places.ts'
import style from './map.module.css'
import { LockForm, useRoomActs } from './RoomActs.tsx'

type Card = AnswerOf<typeof roomCard>
type Bed = NonNullable<NonNullable<Card['beds']>[number]>
const bedsOf = (card: Card): Bed[] => card.beds ?? []

/** One room: residents, free beds, assignment, recent events. */
export function RoomCard({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(roomCard, { id })
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const beds = bedsOf(data)
  const taken = beds.filter(b => b.state === 'occupied').length
  const free = beds.filter(b => b.state === 'free').length
  return (
    <Stack gap={3} className={style.cardBody}>
      <header>
        <h2>{data.roomNo}</h2>
        {beds.length ? <State tone={free ? 'going' : 'done'}>{t('住 {{taken}}，空 {{free}}', { taken, free })}</State> : null}
        {data.state === 'normal' ? null : <State tone="attention">{t(ROOM_STATES[data.state])}</State>}
        <Button type="text" size="small" className={classes(style.close)} aria-label={t('关闭')} icon={<X size={16} />} onClick={onClose} />
      </header>
      <Made card={data} />
      {data.closedFrom ? <p className={style.warn}>{closedWords(data)}</p> : null}
      {beds.length ? <Plan card={data} beds={beds} /> : null}
      <Particulars card={data} />
      <Acts card={data} beds={beds} />
      <Lately card={data} />
    </Stack>
  )
}
const closedWords = ({ closedFrom, closedTo, closedReason }: Card): string =>
  closedTo
    ? t('{{from}} 至 {{to}} 停用：{{reason}}', { from: formatDate(closedFrom ?? ''), to: formatDate(closedTo), reason: closedReason ?? '' })
    : t('{{from}} 起停用：{{reason}}', { from: formatDate(closedFrom ?? ''), reason: closedReason ?? '' })
/** 四人间，女，上床下桌，空调. */
function Made({ card }: { card: Card }) {
  const [types, genders, beds] = [useDict(roomType), useDict(genderCode), useDict(bedType)]
  const kinds = [...new Set(bedsOf(card).map(b => dictLabel(beds, b.bedType)))]
  const words = [
    ...(card.usage === 'student' ? [] : [t(ROOM_USAGES[card.usage])]),
    dictLabel(types, card.roomType),
    ...(card.genderCode ? [dictLabel(genders, card.genderCode)] : [t('没有性别')]),
    ...kinds,
    ...(card.hasAircon ? [t('空调')] : []),
    ...(card.accessible ? [t('无障碍')] : []),
  ]
  return <p className={style.quiet}>{words.join(t('、'))}</p>
}
/** Beds in their arrangement, window on top and door below. */
function Plan({ card, beds }: { card: Card; beds: readonly Bed[] }) {
  const facing = useDict(orientation)
  return (
    <div className={style.planBox}>
      <small>
        {t('窗')} {card.orientation ? dictLabel(facing, card.orientation) : null}
      </small>
      <div className={style.planBeds}>
        {beds.map(b => (
          <BedTile key={b.id} bed={b} isHead={b.studentId !== null && b.studentId === card.headStudentId} />
        ))}
      </div>
      <small>{card.hasBathroom ? `${t('卫浴')}  ${t('门')}` : t('门')}</small>
    </div>
  )
}
function BedTile({ bed, isHead }: { bed: Bed; isHead: boolean }) {
  const no = <span className={style.no}>{bed.bedNo}</span>
  if (!bed.name)
    return (
      <div className={style.tile} data-state={bed.state} title={bed.lockReason ?? undefined}>
        <span>
          <b>{t(BED_STATES[bed.state])}</b>
          <small>{bed.state === 'locked' ? bed.lockReason : bed.state === 'free' ? t('可安排') : null}</small>
        </span>
        {no}
      </div>
    )
  return (
    <div className={style.tile} data-state={bed.state}>
      <Avatar name={bed.name} size={30} />
      <span>
        <b>{bed.name}</b>
        <small>{bed.state === 'reserved' ? t('{{date}} 入住', { date: formatDate(bed.since ?? '') }) : (bed.className ?? bed.studentNo)}</small>
        {isHead ? <small className={style.headMark}>{t('寝室长')}</small> : null}
      </span>
      {no}
    </div>
  )
}
const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
function Particulars({ card }: { card: Card }) {
  return (
    <dl className={style.facts}>
      <Row label={t('寝室长')}>{card.headName ?? '—'}</Row>
      <Row label={t('使用学院')}>{card.departmentName ?? '—'}</Row>
      {card.feePerYear === null ? null : <Row label={t('住宿费')}>{t('{{amount}} / 年', { amount: formatMoney(card.feePerYear) })}</Row>}
      {card.owing ? (
        <Row label={t('欠费')}>
          <span className={style.warn}>{t('{{n}} 人欠 {{amount}}', { n: card.owing, amount: formatMoney(card.owed ?? 0) })}</span>
        </Row>
      ) : null}
      {card.notes.map(note => (
        <Row key={note.label} label={note.label}>
          {note.text}
        </Row>
      ))}
    </dl>
  )
}
/** Available actions. */
function Acts({ card, beds }: { card: Card; beds: readonly Bed[] }) {
  const [isLocking, setLocking] = useState(false)
  const acts = useRoomActs()
  const mayLock = useCan(lockBeds.permission)
  const free = beds.filter(b => b.state === 'free')
  const locked = beds.filter(b => b.state === 'locked')
  const mayRegister = useCan('dormitory:dormStay:list')
  return (
    <div className={style.acts}>
      {mayLock && free.length ? <Button onClick={() => setLocking(true)}>{t('锁定空床')}</Button> : null}
      {locked.length ? (
        <ActionButton of={unlockBeds} input={{ ids: locked.map(b => b.id) }} changes={['dormRoom']}>
          {t('解锁')}
        </ActionButton>
      ) : null}
      {acts.row(card).map(act =>
        'label' in act ? (
          <Button key={act.label} onClick={act.onClick}>
            {act.label}
          </Button>
        ) : (
          act
        ),
      )}
      {mayRegister ? <Link to={`/dormitory/stays?roomId=${card.id}`}>{t('住宿登记')}</Link> : null}
      {isLocking ? <LockForm beds={free.map(b => ({ id: b.id, fullName: `${card.fullName}-${b.bedNo}` }))} onClose={() => setLocking(false)} /> : null}
      {acts.forms}
    </div>
  )
}
function Lately({ card }: { card: Card }) {
  const changes = card.changes ?? []
  if (!changes.length) return null
  return (
    <section className={style.lately}>
      <h3>{t('最近变动')}</h3>
      {changes.map(c => (
        <p key={c.id}>
          <span>{formatDate(c.on)}</span>
          {c.what === 'in' ? t('{{bedNo}} 号床 {{name}} 入住', { bedNo: c.bedNo, name: c.name }) : t('{{bedNo}} 号床 {{name}} 退宿', { bedNo: c.bedNo, name: c.name })}
        </p>
      ))}
    </section>
  )
}
