import { schoolDate } from '#model/school-time.ts'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { Card, ContactFact, FactList, GuardianFact, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import cardStyle from '#modules/workflow/cases/web/public/approval-card/card.module.css'
import { Scroll } from '#web/feedback/Scroll.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { weekdayWord } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { leaveApplication } from '../../model/application.ts'
import { halfOf, spanOf } from '../../model/half-days.ts'
import { BACK_WAYS, leaveStates } from '../../model/leave.ts'
import { daysText, spanText } from '../labels.ts'
import leaveStyle from '../leave.module.css'
import { DaysLine, LessonTable, missedSections, Warnings } from '../Outcome.tsx'
import style from './case.module.css'

type LeaveCard = NonNullable<AnswerOf<typeof leaveApplication.card>>

/** Card for deciding a leave: timetable and other leaves, missed lessons, contacts, history. */
export default function LeaveCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(leaveApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Time card={card} />
          <Pair>
            <Contact card={card} />
            <Missed card={card} />
          </Pair>
          <Earlier card={card} />
        </>
      )}
    </Card>
  )
}
/** Days with lessons; leaves are drawn over them as bars. */
function Time({ card }: { card: LeaveCard }) {
  const days = card.strip
  const first = halfOf(days[0]?.date ?? schoolDate(Date.now()), 'am')
  const place = (startAt: string, endAt: string) => {
    const span = spanOf(startAt, endAt)
    const [from, to] = [Math.max(span.from - first, 0), Math.min(span.to - first + 1, days.length * 2)]
    return from < to ? { gridColumn: `${from + 1} / ${to + 1}` } : undefined
  }
  const own = place(card.startAt, card.endAt)
  return (
    <Part
      label={t('时间')}
      note={
        <>
          <span className="ql-quiet">
            {formatDatetime(card.startAt)} {t('至')} {formatDatetime(card.endAt)}
          </span>
          <span className={style.legend} aria-hidden="true">
            <i className={`${style.slot} ${style.slotMissed}`} /> {t('缺课')} <i className={`${style.slot} ${style.slotBusy}`} /> {t('有课')}
          </span>
        </>
      }
    >
      <p className={cardStyle.line}>
        <DaysLine of={card} />
        {card.courses.length ? t('，通过后告知 {{n}} 门课的任课教师', { n: card.courses.length }) : null}
      </p>
      <Scroll className={classes(leaveStyle.scroll)} label={t('请假时段')}>
        <div className={style.days} style={{ gridTemplateColumns: `repeat(${days.length * 2}, minmax(24px, 1fr))` }}>
          {days.map((d, at) => (
            <div key={d.date} className={d.isFree ? `${style.col} ${leaveStyle.free}` : style.col} style={{ gridColumn: `${at * 2 + 1} / span 2` }}>
              <small>{weekdayWord(weekdayOf(d.date))}</small>
              <span className={d.date === schoolDate(Date.now()) ? leaveStyle.today : undefined}>
                {d.date === schoolDate(Date.now()) ? t('今天') : t('{{d}}日', { d: Number(d.date.slice(8)) })}
              </span>
              <small>{d.name ?? ''}</small>
            </div>
          ))}
          {card.earlier.map(e => {
            const at = e ? place(e.startAt, e.endAt) : undefined
            return e && at ? (
              <i key={e.id} className={`${leaveStyle.bar} ${leaveStyle.barPast}`} style={{ ...at, gridRow: 2 }}>
                {t(e.typeName)} {daysText(e.days)}
              </i>
            ) : null
          })}
          {own ? (
            <i className={leaveStyle.bar} style={{ ...own, gridRow: 2 }}>
              {t('本次{{type}} {{days}}', { type: t(card.typeName), days: daysText(card.days) })}
            </i>
          ) : null}
          {days.map((d, at) => (
            <div key={d.date} className={style.slots} style={{ gridColumn: `${at * 2 + 1} / span 2`, gridRow: 3 }}>
              {d.lessons.map(l => (
                <i
                  key={`${l.sectionFrom}${l.courseName}`}
                  className={l.isMissed ? `${style.slot} ${style.slotMissed}` : `${style.slot} ${style.slotBusy}`}
                  title={t('{{from}}–{{to}} 节 {{course}}', { from: l.sectionFrom, to: l.sectionTo, course: l.courseName })}
                />
              ))}
            </div>
          ))}
        </div>
      </Scroll>
    </Part>
  )
}
function Contact({ card }: { card: LeaveCard }) {
  const goes = [card.leavesCity ? t('离开本市') : card.leavesCampus ? t('离开学校') : t('不离校'), card.placeName, card.transportName, card.companion].filter(Boolean)
  const unconfirmed = card.needsGuardian ? <span className={cardStyle.over}>{t('学生没有确认')}</span> : t('不要求')
  return (
    <Part label={t('去向与联系')}>
      <FactList
        facts={[
          [t('去向'), goes.join(t('，'))],
          [t('紧急联系人'), <ContactFact key="contact" name={card.contactName} phone={card.contactPhone} />],
          [t('告知家长'), <GuardianFact key="guardian" isInformed={card.guardianInformed} otherwise={unconfirmed} />],
          [t('考试冲突'), card.exams.length ? card.exams.map(d => formatDate(d ?? '')).join(t('、')) : t('无')],
          [t('本学期'), <Term key="term" card={card} />],
          [
            t('证明'),
            card.proofDueOn ? (
              <span key="proof" className={cardStyle.due}>
                {t('承诺 {{date}} 前补交', { date: formatDate(card.proofDueOn) })}
              </span>
            ) : null,
          ],
          [t('续假'), card.extendsNo],
        ]}
      />
    </Part>
  )
}
const Term = ({ card }: { card: LeaveCard }) => (
  <>
    {t('含本次 {{n}} 次，{{days}} 天', { n: card.termCount, days: card.termTotal })} <span className="ql-quiet">{t('上限 {{n}} 天', { n: card.termLimit })}</span>
  </>
)
function Missed({ card }: { card: LeaveCard }) {
  const n = missedSections(card)
  const some = n ? t('缺 {{n}} 节课', { n }) : t('不缺课')
  const title = card.hasTimetable ? some : t('还没有课表，不能核对缺课')
  return (
    <Part label={t('缺课')} title={title} note={n ? <span className="ql-quiet">{t('累计含以往请假')}</span> : null}>
      {n ? <LessonTable of={card} /> : null}
      <Warnings of={card} />
    </Part>
  )
}
function Earlier({ card }: { card: LeaveCard }) {
  const n = card.earlier.length
  const kept = card.lateCount ? t('最近 {{n}} 次，逾期 {{late}} 次', { n, late: card.lateCount }) : t('最近 {{n}} 次，全部按时销假', { n })
  return (
    <Part label={t('以往请假')} note={<span className="ql-quiet">{n ? kept : t('没有请过假')}</span>}>
      <ul className={leaveStyle.earlier}>
        {card.earlier.map(e => (
          <li key={e.id}>
            <span>{spanText(e)}</span>
            <span>
              {t(e.typeName)} {daysText(e.days)}
            </span>
            <span className="ql-quiet">{e.reason ?? '—'}</span>
            <StateTag of={leaveStates} state={e.state} tone={e.wasLate ? 'refused' : undefined}>
              {e.wasLate ? t('逾期') : e.backWay ? t('{{way}}销假', { way: t(BACK_WAYS[e.backWay]) }) : undefined}
            </StateTag>
          </li>
        ))}
      </ul>
    </Part>
  )
}
