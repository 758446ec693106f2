import type { ReactNode } from 'react'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { correctSeat } from '../model/attendance.ts'
import { addRooms, examRoom, ROOM_PAPERS, roomPapers } from '../model/room.ts'
import { examSeat } from '../model/seat.ts'
import { CHANGES } from './changes.ts'

const VIEWS = { rooms: '考场', seats: '座位' } as const

/** 招生考试 → 考场: the rooms, and who sits where. */
export default function RoomPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  return views.view === 'rooms' ? <Rooms views={shown} /> : <Seats views={shown} />
}
const Rooms = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof examRoom>
    of={examRoom}
    title={t('考场')}
    views={views}
    toolbar={<FormButton of={addRooms} changes={CHANGES} note={t('座位数和列数按场地的考试座位，考场号接着往后编。')} done={t('考场已添加')} />}
    columns={[
      { key: 'roomNo', width: 90 },
      { key: 'venueId', width: 180, align: 'left' },
      { key: 'kind', width: 110 },
      { key: 'seats', width: 90 },
      { key: 'seated', width: 90 },
      { key: 'invigilatorIds', width: 200, align: 'left' },
      { key: 'batchId', width: 200, align: 'left' },
      { key: 'layout', hidden: true },
    ]}
    filters={['batchId', 'kind']}
    batchActions={rows => <Papers ids={rows.map(r => r.id)} />}
    form={{ layout: ['batchId', 'roomNo', 'venueId', 'kind', 'seats', 'layout', 'invigilatorIds'] }}
  />
)
/** What hangs on the doors and lies on the tables of the chosen rooms. */
const Papers = ({ ids }: { ids: string[] }) => (
  <>
    {(Object.keys(ROOM_PAPERS) as Array<keyof typeof ROOM_PAPERS>).map(paper => (
      <DownloadButton key={paper} of={roomPapers} input={{ ids, paper }}>
        {t(ROOM_PAPERS[paper])}
      </DownloadButton>
    ))}
  </>
)
const Seats = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof examSeat>
    of={examSeat}
    title={t('考场')}
    views={views}
    columns={[
      { key: 'roomId', width: 100 },
      { key: 'seatNo', width: 90 },
      { key: 'applicationId', width: 120, align: 'left' },
      { key: 'sessionId', width: 120 },
      { key: 'attendance', width: 90 },
      ...(['markedAt', 'markedBy', 'note'] as const).map(key => ({ key, hidden: true })),
      { key: 'batchId', width: 200, align: 'left' },
    ]}
    filters={['batchId', 'sessionId', 'roomId', 'attendance', 'applicationId.ksh']}
    rowActions={row => <FormButton of={correctSeat} input={{ id: row.id }} initial={row.attendance ? { attendance: row.attendance } : {}} changes={CHANGES} />}
  />
)
export const about: PageFile['about'] = () => ({
  use: t('这次考试用哪些场地，每个考场坐谁。'),
  who: t('招生办设置；学工处查看。'),
  first: t('用“批量添加考场”从场地里选；再给每个考场指定监考老师。勾选考场可打印门贴、桌贴、考勤表和照片核对表。'),
})
