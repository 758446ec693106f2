import { Select } from 'antd'
import { useState } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { t } from '#web/i18n/index.ts'
import { plainDatetime } from '#web/values/format.ts'
import style from './profile.module.css'
import { dayOf, failedOf, type Profile, type ProfileEvent } from './useProfile.ts'

const monthsOf = (events: readonly ProfileEvent[]): Array<[month: string, events: ProfileEvent[]]> => {
  const months = new Map<string, ProfileEvent[]>()
  for (const event of events) {
    const month = dayOf(event.at).slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), event])
  }
  return [...months]
}
/** 时间线: events of a student from all modules, newest first. */
export function Events({ of }: { of: Profile }) {
  const [part, setPart] = useState<string>()
  const kinds = of.sections.filter(p => of.events.some(e => e.part === p.code))
  const failed = failedOf(of)
  const shown = of.events.filter(e => !part || e.part === part)
  return (
    <Sheet
      title={t('时间线')}
      actions={
        kinds.length > 1 ? (
          <Select
            size="small"
            variant="borderless"
            value={part ?? ''}
            onChange={next => setPart(next || undefined)}
            options={[{ value: '', label: t('全部类别') }, ...kinds.map(k => ({ value: k.code, label: k.label }))]}
            popupMatchSelectWidth={false}
            aria-label={t('类别')}
          />
        ) : null
      }
      className={style.events}
    >
      <p>{t('只列你有权查看的事项')}</p>
      {failed.length ? <p role="status">{t('暂时取不到：{{parts}}', { parts: failed.join(t('、')) })}</p> : null}
      {of.isLoading ? <Bars lines={6} /> : null}
      {!of.isLoading && !shown.length ? <p>{t('还没有记录')}</p> : null}
      {monthsOf(shown).map(([month, events]) => (
        <div key={month}>
          <h3>{t('{{year}}年{{month}}月', { year: month.slice(0, 4), month: Number(month.slice(5)) })}</h3>
          <Timeline
            label={t('{{year}}年{{month}}月', { year: month.slice(0, 4), month: Number(month.slice(5)) })}
            isPlan
            events={events.map((event, at) => ({
              key: `${event.part} ${event.at} ${at}`,
              at: t('{{day}}日', { day: Number(dayOf(event.at).slice(8)) }),
              tone: event.tone,
              what: (
                <>
                  <b>
                    {event.title}
                    {event.at.length > 10 ? <span>{plainDatetime(event.at).slice(11)}</span> : null}
                  </b>
                  <small>{[event.label, event.note].filter(Boolean).join(' · ')}</small>
                </>
              ),
            }))}
          />
        </div>
      ))}
    </Sheet>
  )
}
