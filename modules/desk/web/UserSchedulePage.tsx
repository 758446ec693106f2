import { Button, Segmented } from 'antd'
import { CalendarPlus, ChevronLeft, ChevronRight, Rss } from 'lucide-react'
import { useState } from 'react'
import type { InputOf } from '#model'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { mondayOf } from '#model/week.ts'
import { addDays, eachDay, monthAfter } from '#modules/campus/model/days.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { language, t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { type saveEvent, scheduleRange } from '../model/schedule.ts'
import { Days } from './schedule/Days.tsx'
import { EntryPanel, EventForm } from './schedule/EventPanel.tsx'
import { Month, monthSpan } from './schedule/Month.tsx'
import { keptSources, SourceSwitch } from './schedule/SourceSwitch.tsx'
import { Subscribe } from './schedule/Subscribe.tsx'
import style from './schedule/schedule.module.css'
import type { Entry } from './schedule/Today.tsx'

type View = 'month' | 'week' | 'day'
type Opened = { entry: Entry } | { initial: Partial<InputOf<typeof saveEvent>> } | 'subscribe'

/** 我的日程: appointments, lessons, the school calendar, due times and entries of other modules. */
export default function UserSchedulePage() {
  const isNarrow = useNarrow()
  const [params, , go] = useOwnParams()
  const today = schoolDate(Date.now())
  const view = viewOf(params.get('view'), isNarrow)
  const date = /^\d{4}-\d{2}-\d{2}$/.test(params.get('date') ?? '') ? (params.get('date') as string) : today
  const [sources, setSources] = useState(keptSources)
  const [opened, setOpened] = useState<Opened>()
  const span = spanOf(view, date)
  const read = useRead(scheduleRange, { ...span, sources: sources.join() })
  const entries = read.data ?? []
  const add = (day: string, clock = '09:00') =>
    setOpened({ initial: { begin: schoolInstant(day, clock), end: schoolInstant(day, `${String(Number(clock.slice(0, 2)) + 1).padStart(2, '0')}:00`) } })
  return (
    <Page
      title={titleOf(view, date)}
      actions={
        <>
          <Button aria-label={t('前一段')} icon={<ChevronLeft size={18} />} onClick={() => go({ date: step(view, date, -1) })} />
          <Button onClick={() => go({ date: today })}>{t('今天')}</Button>
          <Button aria-label={t('后一段')} icon={<ChevronRight size={18} />} onClick={() => go({ date: step(view, date, 1) })} />
          <Segmented<View>
            value={view}
            options={[
              { value: 'month', label: t('月') },
              { value: 'week', label: t('周') },
              { value: 'day', label: t('日') },
            ]}
            onChange={next => go({ view: next })}
          />
          <Button icon={<Rss size={15} />} onClick={() => setOpened('subscribe')}>
            {t('订阅')}
          </Button>
          <Button type="primary" icon={<CalendarPlus size={15} />} onClick={() => add(date)}>
            {t('新增日程')}
          </Button>
        </>
      }
    >
      <Sheet as="div">
        <SourceSwitch value={sources} onChange={setSources} />
        {read.error && !read.data ? <Loading of={read} /> : null}
        <div className={style.scroll}>
          {view === 'month' ? (
            <Month date={date} today={today} entries={entries} onDay={day => go({ view: 'day', date: day })} onEntry={entry => setOpened({ entry })} />
          ) : (
            <Days days={eachDay(span.from, span.to)} today={today} entries={entries} onEntry={entry => setOpened({ entry })} onAdd={add} />
          )}
        </div>
      </Sheet>
      {opened ? <Dialogs opened={opened} onClose={() => setOpened(undefined)} /> : null}
    </Page>
  )
}
function Dialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened === 'subscribe') return <Subscribe onClose={onClose} />
  if ('initial' in opened) return <EventForm initial={opened.initial} onClose={onClose} />
  return opened.entry.isOwn ? <EventForm entry={opened.entry} onClose={onClose} /> : <EntryPanel entry={opened.entry} onClose={onClose} />
}
const viewOf = (given: string | null, isNarrow: boolean): View => (given === 'month' || given === 'week' || given === 'day' ? given : isNarrow ? 'day' : 'week')
function spanOf(view: View, date: string): { from: string; to: string } {
  if (view === 'month') return monthSpan(date)
  if (view === 'day') return { from: date, to: date }
  const from = mondayOf(date)
  return { from, to: addDays(from, 6) }
}
function step(view: View, date: string, by: 1 | -1): string {
  if (view === 'month') return `${monthAfter(date, by)}-01`
  return addDays(date, by * (view === 'week' ? 7 : 1))
}
function titleOf(view: View, date: string): string {
  const locale = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en-GB' }[language()]
  const options: Intl.DateTimeFormatOptions = view === 'day' ? { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' } : { year: 'numeric', month: 'long' }
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}
