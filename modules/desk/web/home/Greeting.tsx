import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { LayoutDashboard } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { InputOf } from '#model'
import { schoolHour } from '#model/school-time.ts'
import { dayText } from '#web/home/day.ts'
import { greeting } from '#web/home/greeting.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { situation } from '../../model/layout.ts'
import { todoCount } from '../../model/todo.ts'
import { dayQuery } from './dayQuery.ts'
import style from './home.module.css'

/** Desktop header: the date, and a summary of urgent matters. */
export function Greeting({ isNarrow }: { isNarrow: boolean }) {
  const me = useMe()
  const navigate = useNavigate()
  const day = useQuery(dayQuery()).data
  const today = day?.weekNo ? t('{{day}}，第 {{n}} 教学周', { day: dayText(), n: day.weekNo }) : dayText()
  return (
    <header className={style.greeting}>
      <div>
        <PageTitle>{t('{{greeting}}，{{name}}', { greeting: t(greeting(schoolHour(Date.now()))), name: me.nickName })}</PageTitle>
        <p>
          {today}
          <Situation />
          {isNarrow ? null : <Matters />}
        </p>
      </div>
      {isNarrow ? null : <Button icon={<LayoutDashboard size={16} />} aria-label={t('桌面设置')} title={t('桌面设置')} onClick={() => navigate('/desktopset')} />}
    </header>
  )
}
/** 昨晚 4 人未归，1 人请假逾期; each clause opens its rows. */
function Situation(): ReactNode {
  const { data } = useRead(situation, {}, { follows: 'todo' })
  return data?.map(({ code, text, link }, i) => (
    <Fragment key={code}>
      {i ? t('、') : t('。')}
      <Link to={link} data-due="late">
        {text}
      </Link>
    </Fragment>
  ))
}
/** 有 3 件已逾期，另有 11 件待办。 */
function Matters(): ReactNode {
  const late = useCount({ due: 'overdue' })
  const all = useCount({})
  if (late === undefined || all === undefined) return null
  if (!all) return t('。没有要办的事。')
  const sentence = late ? t('。有 {{late}} 件已逾期，另有 {{rest}} 件待办。', MARKS) : t('。有 {{rest}} 件待办。', MARKS)
  const numbers = { [MARKS.late]: <b data-due="late">{formatNumber(late)}</b>, [MARKS.rest]: <b>{formatNumber(all - late)}</b> }
  return sentence.split(/(⟨\w+⟩)/).map(part => <Fragment key={part}>{numbers[part] ?? part}</Fragment>)
}
/** Placeholders for the numbers, to find them in the translated sentence. */
const MARKS = { late: '⟨late⟩', rest: '⟨rest⟩' }
const useCount = (query: InputOf<typeof todoCount>): number | undefined => useRead<typeof todoCount, number>(todoCount, query, { follows: 'todo' }).data
