import { Segmented } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatDatetime } from '#web/records/format.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { nightLine } from '../model/night/night-line.ts'

const DAYS = 30
/** 宿舍管理 → 归寝记录: night results within the reader's scope. */
export default function NightLinePage() {
  const [params, , put] = useOwnParams()
  const isAll = params.get('view') === 'all'
  // ten years are eighty million lines: limit the range, so that the count stays fast
  const since = useMemo(() => dayjs(schoolDate(Date.now())).subtract(DAYS, 'day').format('YYYY-MM-DD'), [])
  return (
    <EntityTable
      key={isAll ? 'all' : 'recent'}
      of={nightLine}
      verbs={['export']}
      where={isAll ? {} : { 'nightDate.ge': since }}
      views={
        <Segmented
          value={isAll ? 'all' : 'recent'}
          options={[
            { value: 'recent', label: t('最近 30 晚') },
            { value: 'all', label: t('全部') },
          ]}
          onChange={next => put({ view: next === 'all' ? 'all' : undefined })}
        />
      }
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
      filters={['nightDate', 'studentId', 'dormId', collegeFilter, 'classId', 'result', 'conflict', 'handledState']}
    />
  )
}
