import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { Printer } from 'lucide-react'
import { schoolDate } from '#model/school-time.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { weekdayWord } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { monthReport } from '../model/read-actions.ts'
import { daysText } from './labels.ts'
import style from './leave.module.css'

/** 班级月报: students as rows, days as columns; for printing. */
export function MonthReport() {
  const [params, , put] = useOwnParams()
  const classId = params.get('classId')
  const given = params.get('month')
  const month = given && /^\d{4}-\d\d$/.test(given) ? given : schoolDate(Date.now()).slice(0, 7)
  const read = useRead(monthReport, { classId: classId ?? '', month }, { enabled: Boolean(classId) })
  const { data } = read
  return (
    <div className={style.month}>
      <div className={style.monthAsked}>
        <RefSelect to="stuClass" value={classId} placeholder={t('选择班级')} aria-label={t('班级')} onChange={id => put({ classId: id ?? undefined })} />
        <DatePicker picker="month" allowClear={false} aria-label={t('月份')} value={dayjs(`${month}-01`)} onChange={day => day && put({ month: day.format('YYYY-MM') })} />
        {data && classId ? (
          <Button icon={<Printer size={16} />} onClick={() => print()}>
            {t('打印')}
          </Button>
        ) : null}
      </div>
      {classId ? null : <Empty title={t('选一个班级，看这个月谁请了假')} />}
      {classId && !data ? <Loading of={read} lines={8} /> : null}
      {data && classId ? (
        <Sheet as="div" className={style.paper}>
          <PlainTable
            label={t('请假月报')}
            caption={t('{{name}} {{month}} 请假月报', { name: data.className, month: data.month })}
            rows={data.students}
            keyOf={s => `${s.studentNo}${s.name}`}
            columns={[
              [t('姓名'), s => s.name, { isHead: true }],
              ...data.days.map(
                d => [d.date, (s: (typeof data.students)[number]) => s.marks?.[d.date] ?? '', { head: <Day of={d} />, className: d.isFree ? style.free : undefined }] as const,
              ),
              [t('合计'), s => (s.days ? daysText(s.days) : '')],
            ]}
          />
          <p className="ql-quiet">
            {Object.entries(data.legend ?? {})
              .map(([sign, name]) => `${sign} ${t(name)}`)
              .join('　')}
          </p>
        </Sheet>
      ) : null}
    </div>
  )
}
const Day = ({ of: { date, weekday } }: { of: { date: string; weekday: number } }) => (
  <>
    {Number(date.slice(8))}
    <small>{weekdayWord(weekday)}</small>
  </>
)
