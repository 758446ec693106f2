import { Button, Dropdown, Select } from 'antd'
import { ChevronLeft, ChevronRight, Ellipsis, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { lazily } from '#web/base/chunk.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { calendarDay, schoolYear, term } from '../model/calendar.ts'
import { copyYear, dayOf, daysOf, generateDays, yearSelect } from '../model/calendar-actions.ts'
import { addDays, monthOf, monthsBetween } from '../model/days.ts'
import style from './campus.module.css'
import { TermList } from './TermList.tsx'
import { dayText, Legend, Month, useDayMap } from './YearGrid.tsx'

const ChangePanel = lazily(() => import('./DayPanels.tsx').then(m => ({ default: m.ChangePanel })))
const HolidayPanel = lazily(() => import('./DayPanels.tsx').then(m => ({ default: m.HolidayPanel })))

export const about: PageFile['about'] = () => ({
  use: t('学年、学期、假期和调休都在这里定。请假天数、晚点名、签到和课表都按它计算。'),
  who: t('全校都能看；只有教务或学工管理员能改。'),
  first: t('先建本学年和两个学期，再标节假日和调休。改到将来的日子时，先看会影响什么，再保存。'),
})
/** The school calendar: the year as a coloured grid on large screens, a month on phones. */
export default function CalendarPage() {
  return useNarrow() ? <PhoneMonth /> : <Year />
}
function Year() {
  const years = useRead(yearSelect, {})
  const [picked, setPicked] = useState<string>()
  const xn = picked ?? years.data?.find(y => y.isCurrent)?.xn ?? years.data?.[0]?.xn
  const days = useRead(daysOf, { ...(xn ? { xn } : {}) }, { enabled: xn !== undefined })
  const map = useDayMap(days.data)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [panel, setPanel] = useState<'change' | 'holidays' | 'year' | 'term'>()
  const mayChange = useCan(permissionKey(calendarDay, 'update'))
  const toggle = (date: string) => setChosen(now => new Set(now.has(date) ? [...now].filter(d => d !== date) : [...now, date]))
  const close = () => {
    setPanel(undefined)
    setChosen(new Set())
  }
  const [first, last] = [days.data?.[0]?.date, days.data?.at(-1)?.date]
  return (
    <Page
      title={t('校历')}
      actions={
        <>
          <Select
            aria-label={t('学年')}
            style={{ width: 190 }}
            value={xn ?? null}
            options={(years.data ?? []).map(y => ({ value: y.xn, label: y.isCurrent ? t('{{xn}}（当前）', { xn: y.xn }) : y.xn }))}
            onChange={setPicked}
          />
          {chosen.size ? (
            <Button type="primary" onClick={() => setPanel('change')}>
              {t('更改 {{n}} 天', { n: chosen.size })}
            </Button>
          ) : null}
          {xn && mayChange ? <ActionButton of={generateDays} input={{ xn }} confirm={t('按学期生成 {{xn}} 学年的每一天。已标为节假日、调休、考试的日子不变。', { xn })} /> : null}
          {mayChange ? <Button onClick={() => setPanel('holidays')}>{t('导入节假日')}</Button> : null}
          <MoreActs xn={xn} onAdd={setPanel} />
        </>
      }
    >
      {mayChange && days.data?.length ? <p className={style.hint}>{t('点选日期，再按“更改”。')}</p> : null}
      <Sheet isBare className={style.print}>
        <Legend />
        {days.data ? null : <Loading of={years.error ? years : days} lines={8} />}
        {first && last ? (
          <div className={style.year}>
            {monthsBetween(first, last).map(month => (
              <Month key={month} month={month} days={map} chosen={chosen} onChoose={mayChange ? toggle : undefined} />
            ))}
          </div>
        ) : days.isPending ? null : (
          <Empty title={xn ? t('{{xn}} 学年还没有生成日历', { xn }) : t('还没有学年')} />
        )}
      </Sheet>
      {xn ? <TermList xn={xn} /> : null}
      <Suspense>
        {panel === 'change' ? <ChangePanel dates={[...chosen].sort()} onClose={close} /> : null}
        {panel === 'holidays' ? <HolidayPanel years={yearsAround(xn)} onClose={close} /> : null}
        {panel === 'year' ? <EntityForm of={schoolYear} onClose={close} /> : null}
        {panel === 'term' ? <EntityForm of={term} initial={xn ? { xn } : {}} onClose={close} /> : null}
      </Suspense>
    </Page>
  )
}
/** Calendar years of a school year, the current one first. */
function yearsAround(xn: string | undefined): number[] {
  const begin = Number(xn?.slice(0, 4) ?? new Date().getFullYear())
  return [begin, begin + 1, begin - 1]
}
function MoreActs({ xn, onAdd }: { xn: string | undefined; onAdd: (panel: 'year' | 'term') => void }) {
  const mayYear = useCan(permissionKey(schoolYear, 'add'))
  const mayTerm = useCan(permissionKey(term, 'add'))
  return (
    <>
      {xn && mayYear ? (
        <ActionButton
          of={copyYear}
          input={{ fromXn: xn }}
          changes={['term', 'calendarDay']}
          confirm={t('以 {{xn}} 为样子建下一学年，学期推后 52 周，星期不变。建好后可以逐项修改。', { xn })}
        />
      ) : null}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(mayYear ? [{ key: 'year', label: t('新增学年'), onClick: () => onAdd('year') }] : []),
            ...(mayTerm ? [{ key: 'term', label: t('新增学期'), onClick: () => onAdd('term') }] : []),
            { key: 'print', label: t('打印'), icon: <Printer size={15} />, onClick: () => window.print() },
          ],
        }}
      >
        <Button aria-label={t('更多操作')} icon={<Ellipsis size={16} />} />
      </Dropdown>
    </>
  )
}
/** Phone view: one month, headed by the teaching week. */
function PhoneMonth() {
  const today = schoolDate(Date.now())
  const [month, setMonth] = useState(monthOf(today))
  const days = useRead(daysOf, { month })
  const now = useRead(dayOf, { riQiStr: today })
  const map = useDayMap(days.data)
  const here = map.get(today)
  const move = (by: number) => setMonth(m => monthOf(addDays(by > 0 ? `${m}-28` : `${m}-01`, by > 0 ? 5 : -1)))
  return (
    <Page
      title={now.data?.weekNo ? t('第 {{n}} 周', { n: now.data.weekNo }) : t('校历')}
      actions={
        <>
          <Button aria-label={t('上个月')} icon={<ChevronLeft size={18} />} size="large" onClick={() => move(-1)} />
          <Button aria-label={t('下个月')} icon={<ChevronRight size={18} />} size="large" onClick={() => move(1)} />
        </>
      }
      width="form"
    >
      {here ? <p className="ql-quiet">{dayText({ ...here, date: formatDate(here.date) })}</p> : null}
      {days.error && !days.data ? <Loading of={days} /> : null}
      <Sheet className={style.phoneMonth}>
        <Month month={month} days={map} showNames />
        <Legend />
      </Sheet>
    </Page>
  )
}
