import { Button, Progress, Select } from 'antd'
import { CloudOff, CloudUpload } from 'lucide-react'
import { percentOf } from '#model/percent.ts'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { myCheckTasks } from '../model/actions.ts'
import { GRADES, grades } from '../model/items.ts'
import { CHECK_KINDS } from '../model/scheme.ts'
import style from './check.module.css'
import { RoomSheet } from './RoomSheet.tsx'
import { type CheckSheet, type SheetRoom, useSheet } from './useSheet.ts'

type Task = AnswerOf<typeof myCheckTasks>[number]

/** 宿舍管理 → 查寝打分: tasks, then room by room; works offline and syncs later. */
export default function CheckScorePage() {
  const [params, , put] = useOwnParams()
  const taskId = params.get('task')
  return taskId ? <Building key={taskId} taskId={taskId} dormId={params.get('dorm')} roomId={params.get('room')} put={put} /> : <Tasks onOpen={task => put({ task })} />
}
function Tasks({ onOpen }: { onOpen: (id: string) => void }) {
  const read = useRead(myCheckTasks, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  return (
    <Page title={t('查寝打分')} width="form">
      {data.length ? null : <Empty title={t('现在没有指派给你的检查')} />}
      {data.map(task => (
        <TaskCard key={task.id} task={task} onOpen={() => onOpen(task.id)} />
      ))}
    </Page>
  )
}
const TaskCard = ({ task, onOpen }: { task: Task; onOpen: () => void }) => (
  <Sheet title={task.name} actions={<StateTag of={roundPhases} state={task.phase} />} className={style.task}>
    <p className="ql-quiet">
      {[t(CHECK_KINDS[task.kind]), task.isRecheck ? t('复查') : '', task.blind ? t('盲评') : '', t('{{time}} 截止', { time: formatDatetime(task.endTime) })]
        .filter(Boolean)
        .join(' · ')}
    </p>
    <Progress percent={percentOf(task.done, task.rooms) ?? 0} aria-label={t('进度')} />
    <p className="ql-quiet">{t('{{done}}/{{rooms}} 间，我查了 {{mine}} 间', { done: task.done, rooms: task.rooms, mine: task.mine })}</p>
    <Button type={task.phase === 'open' ? 'primary' : 'default'} size="large" block onClick={onOpen}>
      {task.phase === 'open' ? t('开始检查') : t('查看')}
    </Button>
  </Sheet>
)
interface BuildingProps {
  taskId: string
  dormId: string | null
  roomId: string | null
  put: (part: Readonly<Record<string, string | undefined>>) => void
}
function Building({ taskId, dormId, roomId, put }: BuildingProps) {
  const read = useSheet(taskId, dormId)
  const { data, waiting, problems, failure, save } = read
  if (!data) return <Loading of={read} lines={10} />
  const { rooms } = data
  const unsent = new Set(waiting.map(w => w.draft.roomId))
  const room = rooms.find(r => r.id === roomId)
  const isFree = (r: SheetRoom): boolean => !r.mine && !unsent.has(r.id) && !r.isOwn
  const next = room ? [...rooms.slice(rooms.indexOf(room) + 1), ...rooms].find(r => r.id !== room.id && isFree(r)) : undefined
  return (
    <div className={style.narrow}>
      <Unsent count={waiting.length} failure={failure} />
      {room ? (
        <RoomSheet
          key={room.id}
          room={room}
          items={data.items}
          problem={problems.get(room.id)}
          isLast={!next}
          onBack={() => put({ room: undefined })}
          onSave={score => void save(score).then(() => put({ room: next?.id }))}
        />
      ) : (
        <Rooms
          sheet={data}
          rooms={rooms}
          unsent={unsent}
          problems={problems}
          onPick={id => put({ room: id })}
          onDorm={id => put({ dorm: id })}
          onBack={() => put({ task: undefined, dorm: undefined })}
        />
      )}
    </div>
  )
}
/** Submissions not synced yet, with the error. */
function Unsent({ count, failure }: { count: number; failure: Error | undefined }) {
  if (!count) return null
  return (
    <p className={style.unsent} role="status">
      {failure ? <CloudOff size={16} aria-hidden="true" /> : <CloudUpload size={16} aria-hidden="true" />}
      {failure ? t('{{n}} 间还没有提交，联网后自动提交', { n: count }) : t('正在提交 {{n}} 间', { n: count })}
    </p>
  )
}
interface RoomsProps {
  sheet: CheckSheet
  rooms: readonly SheetRoom[]
  unsent: ReadonlySet<string>
  problems: ReadonlyMap<string, string>
  onPick: (id: string) => void
  onDorm: (id: string) => void
  onBack: () => void
}
function Rooms({ sheet, rooms, unsent, problems, onPick, onDorm, onBack }: RoomsProps) {
  const done = rooms.filter(r => r.checkers > 0 || unsent.has(r.id)).length
  return (
    <Page title={sheet.name} back={onBack}>
      <Select
        aria-label={t('楼栋')}
        size="large"
        value={sheet.dormId}
        options={sheet.dorms.flatMap(d => (d ? [{ value: d.id, label: `${d.name} ${d.done}/${d.rooms}` }] : []))}
        onChange={onDorm}
      />
      <p className="ql-quiet" role="status">
        {t('已查 {{done}} 间，共 {{n}} 间', { done, n: rooms.length })}
        {sheet.blind ? ` · ${t('盲评，不显示姓名')}` : ''}
      </p>
      {[...Map.groupBy(rooms, r => r.floor)].map(([floor, own]) => (
        <section key={floor} aria-label={floor}>
          <h2 className={style.floor}>{floor}</h2>
          <ul className={style.rooms}>
            {own.map(r => (
              <li key={r.id}>
                <button type="button" className={r.mine || unsent.has(r.id) ? 'ql-on' : ''} onClick={() => onPick(r.id)}>
                  <b>{r.roomNo}</b>
                  <Standing room={r} isUnsent={unsent.has(r.id)} problem={problems.get(r.id)} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}
function Standing({ room, isUnsent, problem }: { room: SheetRoom; isUnsent: boolean; problem: string | undefined }) {
  if (problem) return <State tone="refused">{t('没有收下')}</State>
  if (isUnsent) return <State tone="going">{t('待提交')}</State>
  if (room.isOwn) return <State tone="over">{t('本人寝室')}</State>
  if (room.grade) return <State tone={grades.tones[room.grade]}>{`${room.roomScore} ${t(GRADES[room.grade])}`}</State>
  if (room.mine) return <State tone="attention">{room.mine.refused ? t('拒绝检查') : t('无人')}</State>
  return room.checkers ? <State tone="over">{t('别人查过')}</State> : <State tone="waiting">{t('未查')}</State>
}
