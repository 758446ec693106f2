import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { keyFigures } from '../../model/actions.ts'
import { flow, type statistics } from '../../model/statistics.ts'
import { STUDENT_STATUS } from '../../model/status.ts'
import { share, today, yearBefore } from './labels.ts'
import { type OpenLists, OpenPeople } from './people.ts'
import style from './statistics.module.css'

type StatisticsAnswer = AnswerOf<typeof statistics>
interface FigureProps {
  title: string
  n: number | null | undefined
  note?: ReactNode
  /** Link to today's list. */
  to?: string
  /** List of a past day. */
  asked?: OpenLists
}
/** One key figure; clicking opens its list. */
export function Figure({ title, n, note, to, asked }: FigureProps) {
  const open = useContext(OpenPeople)
  const content = (
    <>
      <small>{title}</small>
      <b>
        {n === null || n === undefined ? '—' : formatNumber(n)}
        <i>{t('人')}</i>
      </b>
      <small>{note ?? '\u00a0'}</small>
    </>
  )
  if (to && n !== undefined) return <Link to={to}>{content}</Link>
  if (asked && n)
    return (
      <button type="button" onClick={() => open(asked)}>
        {content}
      </button>
    )
  return <div>{content}</div>
}
const LIST = '/student/students'
/** Lists behind today's figures. */
export const TODAY_LISTS = {
  enrolled: `${LIST}?view=enrolled`,
  atSchool: `${LIST}?view=enrolled&status=active`,
  away: `${LIST}?view=away`,
  incomplete: `${LIST}?view=incomplete`,
  preEnrolled: `${LIST}?view=all&status=preEnrolled`,
} as const

/** Students by status on the day, with changes since the year before or incomplete records of today. */
export function Figures({ standing, asOf, before }: { standing: StatisticsAnswer; asOf: string; before: number | undefined }) {
  const isToday = asOf === today()
  const { enrolled, atSchool } = standing.total
  const awayLines = standing.rows.flatMap(r => (r && r.key !== 'active' ? [r] : []))
  const away = (enrolled ?? 0) - (atSchool ?? 0)
  const one = (title: string, ask: object): { asked: OpenLists } => ({ asked: { title, lists: [{ label: title, ask: { asOf, ...ask } }] } })
  const awayLists = awayLines.map(r => ({ label: t(STUDENT_STATUS[r.key as 'suspended']), ask: { asOf, status: r.key } }))
  return (
    <Sheet label={t('关键数字')} isBare className={style.statFigures}>
      <Figure
        title={t('在籍')}
        n={enrolled}
        note={before === undefined ? undefined : t('去年同期 {{n}}', { n: formatNumber(before) })}
        {...(isToday ? { to: TODAY_LISTS.enrolled } : one(t('在籍'), {}))}
      />
      <Figure
        title={t('在校')}
        n={atSchool}
        note={t('占在籍 {{share}}', { share: share(atSchool ?? 0, enrolled ?? 0) })}
        {...(isToday ? { to: TODAY_LISTS.atSchool } : one(t('在校'), { atSchool: true }))}
      />
      <Figure
        title={t('不在校')}
        n={away}
        note={awayLines.map(r => `${t(STUDENT_STATUS[r.key as 'suspended'])} ${formatNumber(r.enrolled ?? 0)}`).join(t('、'))}
        {...(isToday ? { to: TODAY_LISTS.away } : { asked: { title: t('不在校'), lists: awayLists } })}
      />
      {isToday ? <NowFigures enrolled={enrolled ?? 0} /> : <PastFigures asOf={asOf} />}
    </Sheet>
  )
}
function NowFigures({ enrolled }: { enrolled: number }) {
  const { data } = useRead(keyFigures, {})
  return (
    <>
      <Figure
        title={t('信息不全')}
        n={data?.incomplete}
        note={data ? t('占在籍 {{share}}', { share: share(data.incomplete ?? 0, enrolled) }) : undefined}
        to={TODAY_LISTS.incomplete}
      />
      <Figure title={t('待报到')} n={data?.preEnrolled} note={t('还没有办理入学')} to={TODAY_LISTS.preEnrolled} />
    </>
  )
}
function PastFigures({ asOf }: { asOf: string }) {
  const since = yearBefore(asOf)
  const { data } = useRead(flow, { from: since, to: asOf })
  const moved = (title: string, movement: 'joined' | 'graduated') => ({ asked: { title, lists: [{ label: title, ask: { asOf, since, movement } }] } })
  return (
    <>
      <Figure title={t('新增学籍')} n={data?.total.joined} note={t('此前一年内')} {...moved(t('新增学籍'), 'joined')} />
      <Figure title={t('毕业')} n={data?.total.graduated} note={t('此前一年内')} {...moved(t('毕业'), 'graduated')} />
    </>
  )
}
