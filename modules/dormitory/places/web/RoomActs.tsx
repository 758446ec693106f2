import { Select } from 'antd'
import { useState } from 'react'
import type { Act } from '#web/feedback/Acts.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { closeRooms, lockBeds, reopenRooms, roomResidents, setRoomHead } from '../model/actions.ts'

interface Room {
  id: string
  fullName: string | null
  closedFrom: string | null
  headStudentId: string | null
}
/** Row actions 停用, 恢复 and 设寝室长 of a room list, with their forms. */
export function useRoomActs() {
  const [closing, setClosing] = useState<{ rooms: readonly Room[]; done?: () => void }>()
  const [heading, setHeading] = useState<Room>()
  const [mayClose, mayHead] = [useCan(closeRooms.permission), useCan(setRoomHead.permission)]
  const row = (room: Room): Array<Act | React.ReactElement> => [
    ...(mayHead ? [{ label: t('设寝室长'), onClick: () => setHeading(room) }] : []),
    ...(mayClose
      ? [
          room.closedFrom ? (
            <ActionButton key="reopen" of={reopenRooms} input={{ ids: [room.id] }}>
              {t('恢复')}
            </ActionButton>
          ) : (
            { label: t(closeRooms.label), onClick: () => setClosing({ rooms: [room] }) }
          ),
        ]
      : []),
  ]
  return {
    row,
    close: mayClose ? (rooms: readonly Room[], done: () => void) => setClosing({ rooms, done }) : undefined,
    forms: (
      <>
        {closing ? (
          <ActionForm
            of={closeRooms}
            title={closing.rooms.length === 1 ? t('停用 {{name}}', { name: closing.rooms[0]?.fullName ?? '' }) : t('停用 {{n}} 间', { n: closing.rooms.length })}
            note={<p className="ql-help">{t('有人住的房间，先安排住在里面的学生临时住到别处，再停用。')}</p>}
            input={{ ids: closing.rooms.map(r => r.id) }}
            layout={['from', 'to', 'reason']}
            onDone={closing.done}
            onClose={() => setClosing(undefined)}
          />
        ) : null}
        {heading ? (
          <ActionForm
            of={setRoomHead}
            title={t('{{name}} 的寝室长', { name: heading.fullName ?? '' })}
            input={{ id: heading.id }}
            initial={heading.headStudentId ? { studentId: heading.headStudentId } : {}}
            layout={[{ field: 'studentId', render: props => <Resident {...props} roomId={heading.id} /> }]}
            onClose={() => setHeading(undefined)}
          />
        ) : null}
      </>
    ),
  }
}
/** A resident of the room. */
function Resident({ id, value, onChange, disabled, status, describedBy, roomId }: DrawnInput & { roomId: string }) {
  const { data, isPending } = useRead(roomResidents, { id: roomId })
  const options = (data ?? []).flatMap(r => (r ? [{ value: r.studentId, label: t('{{bedNo}} 号床 {{name}}', { bedNo: r.bedNo, name: r.name }) }] : []))
  return (
    <Select
      id={id}
      allowClear
      disabled={disabled}
      status={status}
      aria-describedby={describedBy}
      loading={isPending}
      options={options}
      value={typeof value === 'string' ? value : null}
      onChange={next => onChange(next ?? null)}
      notFoundContent={t('房间里还没有人住')}
    />
  )
}
interface Closed {
  closedFrom: string | null
  closedTo: string | null
  closedReason: string | null
}
export function ClosedSpan({ row }: { row: Closed }) {
  if (!row.closedFrom) return <>—</>
  const span = row.closedTo ? t('{{from}} 至 {{to}}', { from: formatDate(row.closedFrom), to: formatDate(row.closedTo) }) : t('{{from}} 起', { from: formatDate(row.closedFrom) })
  return <span title={row.closedReason ?? ''}>{span}</span>
}
/** Reason and duration of locking beds. */
export function LockForm({ beds, onDone, onClose }: { beds: ReadonlyArray<{ id: string; fullName?: string | null }>; onDone?: () => void; onClose: () => void }) {
  return (
    <ActionForm
      of={lockBeds}
      title={beds.length === 1 && beds[0]?.fullName ? t('锁定 {{name}}', { name: beds[0].fullName }) : t('锁定 {{n}} 张床位', { n: beds.length })}
      input={{ ids: beds.map(b => b.id) }}
      layout={['reason', 'until']}
      changes={['dormRoom']}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
