import dayjs from 'dayjs'
import { useMemo } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { nightLine } from '../model/night-line.ts'

const DAYS = 30
const VIEWS = { recent: '最近 30 晚', all: '全部' } as const
/** 宿舍管理 → 归寝记录: night results within the reader's scope. */
export default function NightLinePage() {
  const views = useView(VIEWS)
  // ten years are eighty million lines: limit the range, so that the count stays fast
  const since = useMemo(() => dayjs(schoolDate(Date.now())).subtract(DAYS, 'day').format('YYYY-MM-DD'), [])
  return (
    <EntityTable
      of={nightLine}
      verbs={['export']}
      where={views.view === 'all' ? {} : { 'nightDate.ge': since }}
      views={views}
      columns={[
        { key: 'studentId', title: '学生', width: 110, align: 'left' },
        { key: 'nightDate', width: 120 },
        { key: 'studentNo', width: 140 },
        { key: 'classId', width: 128 },
        { key: 'bedId', width: 190, align: 'left' },
        { key: 'result', width: 90 },
        { key: 'seenAt', width: 150, render: row => (row.seenAt ? formatDatetime(row.seenAt) : '—') },
        { key: 'way', width: 100 },
        { key: 'conflict', width: 90 },
        { key: 'why', width: 130 },
        { key: 'handledState', width: 130 },
        { key: 'handledNote', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['nightDate', 'result', 'bedId']}
      filters={['nightDate', 'studentId', 'dormId', collegeFilter, 'classId', 'result', 'conflict', 'handledState']}
    />
  )
}
