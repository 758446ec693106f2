import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSpan } from '#web/statistics/useSpan.tsx'
import { attendanceReport, exportAttendanceReport } from '../model/read-actions.ts'
import style from './sign.module.css'

const TERM_DAYS = 150
/** 班级考勤表: attendance of a class over a term, with export. */
export function AttendanceReport() {
  const [params, , put] = useOwnParams()
  const classId = params.get('classId')
  const { span, picker } = useSpan(TERM_DAYS)
  const asked = { classId: classId ?? '', ...span }
  const read = useRead(attendanceReport, asked, { enabled: Boolean(classId) })
  const { data } = read
  return (
    <Stack>
      <Row className={style.tools}>
        <RefSelect to="stuClass" value={classId} placeholder={t('选择班级')} aria-label={t('班级')} onChange={id => put({ classId: id ?? undefined })} />
        {picker}
        {data?.students.length && classId ? <DownloadButton of={exportAttendanceReport} input={asked} /> : null}
      </Row>
      {classId ? null : <Empty title={t('选一个班级，看每名学生的出勤')} />}
      {classId && !data ? <Loading of={read} lines={8} /> : null}
      {data && classId ? data.students.length ? <Report data={data} /> : <Empty title={t('这段时间没有签到')} /> : null}
    </Stack>
  )
}
const COLUMNS = { total: '应到', signed: '准时', late: '迟到', absent: '缺勤', excused: '免签', madeUp: '补签' } as const
interface Student {
  studentNo: string | null
  name: string
  percent: number
}
function Report({ data }: { data: { className: string; students: ReadonlyArray<Student & Record<keyof typeof COLUMNS, number>> } }) {
  const keys = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>
  return (
    <Sheet as="div" className={style.card}>
      <PlainTable
        label={data.className}
        caption={data.className}
        isLong
        rows={data.students}
        keyOf={s => `${s.studentNo}${s.name}`}
        columns={[
          [t('姓名'), s => s.name, { isHead: true }],
          [t('学号'), s => s.studentNo],
          ...keys.map(key => [t(COLUMNS[key]), (s: (typeof data.students)[number]) => s[key]] as const),
          [t('出勤率'), s => `${s.percent}%`],
        ]}
      />
    </Sheet>
  )
}
