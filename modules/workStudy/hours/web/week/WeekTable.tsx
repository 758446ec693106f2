import type { ReactNode } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { WEEKDAYS } from '#model/week.ts'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { enterHours } from '../../model/actions.ts'
import { hourStates } from '../../model/hour-entry.ts'
import { CHANGES, type Week } from '../HoursPage.tsx'
import { RemoveEntry } from './RemoveEntry.tsx'

type Person = NonNullable<Week['people'][number]>
/** A line for everybody, a column for each day. */
export function WeekTable({ of, dayOf }: { of: Week; dayOf: (n: number) => string }) {
  return (
    <PlainTable
      label={t('工时登记')}
      rows={of.people.flatMap(p => p ?? [])}
      keyOf={p => p.engagementId}
      isCardsOnPhone
      columns={[
        [t('学生'), p => <Who of={p} />, { isHead: true }],
        ...WEEKDAYS.map((label, n): [string, (p: Person) => ReactNode] => [`${t(label)} ${dayOf(n).slice(5)}`, p => <Day of={p} date={dayOf(n)} />]),
        [t('本月'), p => `${p.monthHours.toFixed(1)} / ${p.limit.toFixed(0)}`, { isNumber: true }],
      ]}
    />
  )
}
const Who = ({ of: { name, className, post } }: { of: Person }) => (
  <>
    {name}
    <br />
    <small className="ql-quiet">{[post, className].filter(Boolean).join(' · ')}</small>
  </>
)
function Day({ of: { engagementId, name, entries }, date }: { of: Person; date: string }) {
  const those = entries.flatMap(e => (e?.date === date ? e : []))
  return (
    <Stack gap={1}>
      {those.map(e => (
        <small key={e.id} title={e.work ?? undefined}>
          {e.start}–{e.end}
          <br />
          <StateTag of={hourStates} state={e.state} />
          {e.state === 'entered' ? <RemoveEntry id={e.id} name={`${name} ${e.date} ${e.start}–${e.end}`} /> : null}
        </small>
      ))}
      {date > schoolDate(Date.now()) ? null : (
        <FormButton
          of={enterHours}
          type="link"
          input={{ engagementId, date }}
          layout={[{ fields: ['start', 'end'] }, 'work']}
          initial={{ start: '14:00', end: '16:00' }}
          note={`${name} ${date}`}
          changes={CHANGES}
        >
          {t('登记')}
        </FormButton>
      )}
    </Stack>
  )
}
