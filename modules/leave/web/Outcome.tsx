import { TriangleAlert } from 'lucide-react'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import ownStyle from '#modules/workflow/applications/web/public/own.module.css'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatDate, MISSING } from '#web/values/format.ts'
import type { leaveApplication } from '../model/application.ts'
import { daysText, usualText } from './labels.ts'
import style from './leave.module.css'

export type Preview = NonNullable<AnswerOf<typeof leaveApplication.preview>>
export type OutcomeView = Omit<Preview, 'steps' | 'needsProof' | 'isRetro' | 'proofLaterDays' | 'guardianDays' | 'problems' | 'furthest'>

/** How the days are counted: alone, or with adjacent leaves. */
export function DaysLine({ of }: { of: Pick<OutcomeView, 'days' | 'countedDays' | 'near'> }) {
  const first = of.near[0]
  return (
    <>
      {t('本次')} <b>{daysText(of.days)}</b>
      {first ? (
        <>
          {t('，与 {{date}} 的 {{days}} 天相隔不远，', { date: formatDate(first.startAt), days: first.days })}
          <b>{t('合并按 {{n}} 天计', { n: of.countedDays })}</b>
        </>
      ) : null}
    </>
  )
}
/** 2.5 天，只需辅导员审批: the rule's outcome in one sentence. */
export function OutcomeLine({ of }: { of: Preview }) {
  const usual = of.steps.reduce((sum, s) => sum + (s?.usualMin ?? 0), 0)
  return (
    <Outcome of={of} after={usual ? t('，通常{{time}}办完', { time: usualText(usual) }) : null}>
      <DaysLine of={of} />
    </Outcome>
  )
}
/** Warnings before submitting: holidays, exams, term limit, a third of a course. */
export function Warnings({ of }: { of: OutcomeView }) {
  const over = of.courses.filter(c => c?.isOver)
  const lines = [
    of.besideHoliday.length ? t('{{dates}} 挨着节假日，须学院审批。', { dates: of.besideHoliday.map(d => formatDate(d ?? '')).join(t('、')) }) : '',
    of.exams.length ? t('{{dates}} 有考试，请先与任课教师或教务处联系。', { dates: of.exams.map(d => formatDate(d ?? '')).join(t('、')) }) : '',
    of.isOverTerm ? t('本学期请假将共 {{total}} 天，超过限度 {{limit}} 天。', { total: of.termTotal, limit: of.termLimit }) : '',
    of.advisesSuspension ? t('连续请假 {{n}} 天，建议办理休学。', { n: of.countedDays }) : '',
    ...over.map(c =>
      c ? t('《{{course}}》累计缺课将达 {{missed}} / {{planned}} 节，可能失去考试资格。', { course: c.courseName, missed: c.now + c.past, planned: c.planned }) : '',
    ),
  ].filter(Boolean)
  if (!lines.length) return null
  return (
    <div className={ownStyle.warn}>
      <TriangleAlert size={18} aria-hidden="true" />
      <div>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
/** Missed lessons by day and course, with the course's total. */
export function LessonTable({ of }: { of: OutcomeView }) {
  const totals = new Map(of.courses.map(c => [c.courseNo, c]))
  return (
    <PlainTable
      label={t('累计缺课')}
      className={classes(style.lessons)}
      rows={of.lessons}
      keyOf={l => `${l.date}${l.begin}${l.courseNo}`}
      columns={[
        [t('日期'), l => formatDate(l.date)],
        [
          t('课程'),
          l => (
            <>
              {l.courseName}
              {l.teacherName ? <small>{l.teacherName}</small> : null}
            </>
          ),
        ],
        [t('节次'), l => t('{{from}}–{{to}}', { from: l.sectionFrom, to: l.sectionTo })],
        [t('累计缺课'), l => <Missed of={totals.get(l.courseNo)} />],
      ]}
    />
  )
}
type Course = OutcomeView['courses'][number]
const Missed = ({ of: total }: { of: Course | undefined }) =>
  total ? <span className={total.isOver ? ownStyle.over : undefined}>{`${total.now + total.past} / ${total.planned}`}</span> : MISSING
export const missedSections = (of: OutcomeView): number => of.courses.reduce((sum, c) => sum + (c?.now ?? 0), 0)
