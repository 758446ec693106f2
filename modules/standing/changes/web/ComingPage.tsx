import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { comingChanges } from '../model/actions.ts'
import style from './standing.module.css'

const MONTHS = 3
const WHAT = { effect: '生效', end: '到期', filing: '备案到期' } as const

/** 学籍异动 → 异动日历: what takes effect and what ends in the coming months, day by day. */
export default function ComingPage() {
  const read = useRead(comingChanges, { months: MONTHS })
  return (
    <Page title={t('异动日历')} help={t('三个月内生效的异动，到期的休学、保留学籍，和要备案的转学。')}>
      <Loaded of={read} empty={days => days.length === 0 && t('三个月内没有生效、到期或要备案的异动')}>
        {days => (
          <Sheet label={t('异动日历')}>
            <Timeline
              label={t('异动日历')}
              isPlan
              events={days.map(({ date, changes }) => ({
                key: date,
                at: formatDate(date),
                tone: changes.some(c => c.problem) ? 'refused' : changes.some(c => c.what !== 'effect') ? 'attention' : 'going',
                what: (
                  <ul className={style.day}>
                    {changes.map(c => (
                      <li key={`${c.what} ${c.id}`}>
                        <Link to={`/standing/changes?q=${encodeURIComponent(c.name)}`}>
                          {c.name} {c.className} {t(c.typeName)}
                          {t(WHAT[c.what])}
                        </Link>
                        {c.problem ? <small className="ql-quiet"> {c.problem}</small> : null}
                      </li>
                    ))}
                  </ul>
                ),
              }))}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
