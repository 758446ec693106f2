import { Button, Select, Switch } from 'antd'
import { DoorClosed, DoorOpen } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { closeDorm, closingRooms, holidayBoard, openDorm } from '../model/closing-actions.ts'
import style from './holiday.module.css'
import { RoomLine } from './RoomLine.tsx'
import { Simulation } from './Simulation.tsx'

type Data = AnswerOf<typeof holidayBoard>
type Dorm = Data['dorms'][number]

/** 关楼: what prevents closing each building, and closing it. */
export function Closing({ planId, dormId, onDorm }: { planId: string; dormId: string | null; onDorm: (id: string) => void }) {
  const read = useRead(holidayBoard, { planId })
  const { data } = read
  if (!data) return <Loading of={read} lines={12} />
  const { dorms } = data
  const dorm = dorms.find(d => d.dormId === dormId) ?? dorms[0]
  if (!dorm) return <Empty title={t('你的数据范围内没有住宿学生')} />
  return (
    <>
      <Simulation planId={planId} />
      <div className={style.two}>
        <Sheet as="ul" label={t('楼栋')} className={style.dorms}>
          {dorms.map(d => (
            <li key={d.dormId}>
              <button type="button" aria-pressed={d.dormId === dorm.dormId} onClick={() => onDorm(d.dormId)}>
                <b>{d.label}</b>
                <DormState of={d} />
                <small>{t('在住 {{residents}}，留校 {{staying}}，未离校 {{here}}', { residents: d.residents, staying: d.staying, here: d.leaving - d.left })}</small>
              </button>
            </li>
          ))}
        </Sheet>
        <Select className={classes(style.pick)} aria-label={t('楼栋')} value={dorm.dormId} options={dorms.map(d => ({ value: d.dormId, label: d.label }))} onChange={onDorm} />
        <House key={dorm.dormId} planId={planId} dorm={dorm} holiday={data} />
      </div>
    </>
  )
}
const isShut = (d: Dorm): boolean => d.closedRooms >= d.rooms
function DormState({ of: d }: { of: Dorm }) {
  if (isShut(d)) return <State tone="over">{t('已关闭')}</State>
  if (d.unanswered) return <State tone="refused">{t('未登记 {{n}}', { n: d.unanswered })}</State>
  if (d.staying) return <State tone="attention">{t('留校 {{n}}', { n: d.staying })}</State>
  return d.leaving > d.left ? <State tone="attention">{t('未离校 {{n}}', { n: d.leaving - d.left })}</State> : <State tone="done">{t('可以关闭')}</State>
}
function House({ planId, dorm, holiday }: { planId: string; dorm: Dorm; holiday: Data }) {
  const [onlyOpen, setOnlyOpen] = useState(true)
  const [isClosing, setClosing] = useState(false)
  const mayClose = useCan(closeDorm.permission)
  const { dormId } = dorm
  const read = useRead(closingRooms, { planId, dormId, isOpen: onlyOpen })
  const { data } = read
  return (
    <Sheet label={dorm.label} className={style.card}>
      <Row as="header" className={style.tools}>
        <h2>{dorm.label}</h2>
        <Switch size="small" checked={onlyOpen} onChange={setOnlyOpen} aria-label={t('只看未了的')} />
        <span aria-hidden="true">{t('只看未了的')}</span>
        {mayClose && isShut(dorm) ? (
          <ActionButton
            of={openDorm}
            input={{ planId, dormId }}
            icon={<DoorOpen size={16} />}
            confirm={t('{{dorm}}的 {{n}} 间房间重新开放', { dorm: dorm.label, n: dorm.closedRooms })}
            done={t('已开楼')}
          />
        ) : null}
        {mayClose && !isShut(dorm) ? (
          <Button type="primary" icon={<DoorClosed size={16} />} onClick={() => setClosing(true)}>
            {t('关楼')}
          </Button>
        ) : null}
      </Row>
      {data ? null : <Loading of={read} lines={8} />}
      {data && !data.length ? <Empty title={onlyOpen ? t('没有未了的房间') : t('没有住宿学生')} /> : null}
      <ul className={style.rooms}>
        {data?.map(room => (
          <RoomLine key={room.roomId} planId={planId} room={room} />
        ))}
      </ul>
      {isClosing ? (
        <ActionForm
          of={closeDorm}
          input={{ planId, dormId }}
          initial={{ from: holiday.holidayFrom, to: holiday.holidayTo }}
          title={t('关楼：{{dorm}}', { dorm: dorm.label })}
          note={<p className="ql-help">{t('{{n}} 间房间在这些晚上关闭，住宿学生不计应在寝。有人未登记时不能关楼。', { n: dorm.rooms })}</p>}
          done={t('已关楼')}
          onClose={() => setClosing(false)}
        />
      ) : null}
    </Sheet>
  )
}
