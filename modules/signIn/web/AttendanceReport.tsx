import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { RefSelect } from '#web/forms/RefSelect.tsx'
import { downloadAndSave } from '#web/http/blob.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress } from '#web/records/address.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { attendanceReport, exportAttendanceReport } from '../model/read-actions.ts'

const TERM_DAYS = 150
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)
/** 班级考勤表: attendance of a class over a term, with export. */
export function AttendanceReport() {
  const [params, , put] = useOwnParams()
  const classId = params.get('classId')
  const [from, to] = [params.get('from'), params.get('to')]
  const today = schoolDate(Date.now())
  const span = isDay(from) && isDay(to) ? { from, to } : { from: dayjs(today).subtract(TERM_DAYS, 'day').format('YYYY-MM-DD'), to: today }
  const asked = { classId: classId ?? '', ...span }
  const { data, error, refetch, errorUpdatedAt } = useRead(attendanceReport, asked, { enabled: Boolean(classId) })
  return (
    <div className="sign-page">
      <div className="sign-tools">
        <RefSelect to="stuClass" value={classId} placeholder={t('选择班级')} aria-label={t('班级')} onChange={id => put({ classId: id ?? undefined })} />
        <DatePicker.RangePicker
          value={[dayjs(span.from), dayjs(span.to)]}
          allowClear={false}
          aria-label={t('统计时间')}
          onChange={days => days?.[0] && days[1] && put({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })}
        />
        {data?.students.length && classId ? <Export asked={asked} /> : null}
      </div>
      {classId ? null : <Empty title={t('选一个班级，看每名学生的出勤')} />}
      {error && classId ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {classId && !data && !error ? <Bars lines={8} /> : null}
      {data && classId && !error ? data.students.length ? <Sheet data={data} /> : <Empty title={t('这段时间没有签到')} /> : null}
    </div>
  )
}
function Export({ asked }: { asked: Record<string, string> }) {
  const may = useCan(exportAttendanceReport.permission)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await downloadAndSave(actionAddress(exportAttendanceReport), undefined, { method: 'GET', query: asked }).catch(() => undefined)
    setBusy(false)
  }
  if (!may) return null
  return (
    <Button icon={<Download size={16} />} loading={isBusy} onClick={() => void save()}>
      {t('导出')}
    </Button>
  )
}
const COLUMNS = { total: '应到', signed: '准时', late: '迟到', absent: '缺勤', excused: '免签', madeUp: '补签' } as const
interface Student {
  studentNo: string | null
  name: string
  percent: number
}
function Sheet({ data }: { data: { className: string; students: ReadonlyArray<(Student & Record<keyof typeof COLUMNS, number>) | null> } }) {
  const keys = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>
  return (
    <div className="ql-sheet sign-scroll sign-card">
      <table className="ql-plain">
        <caption>{data.className}</caption>
        <thead>
          <tr>
            <th>{t('学号')}</th>
            <th>{t('姓名')}</th>
            {keys.map(key => (
              <th key={key}>{t(COLUMNS[key])}</th>
            ))}
            <th>{t('出勤率')}</th>
          </tr>
        </thead>
        <tbody>
          {data.students.map(s =>
            s ? (
              <tr key={`${s.studentNo}${s.name}`}>
                <td>{s.studentNo}</td>
                <th scope="row">{s.name}</th>
                {keys.map(key => (
                  <td key={key}>{s[key]}</td>
                ))}
                <td>{s.percent}%</td>
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </div>
  )
}
