import { Button, Select } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import type { OutputOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { WEEKDAYS } from '#model/week.ts'
import { termSelect } from '#modules/campus/model/calendar-actions.ts'
import { lessonWeek } from '#modules/campus/model/lesson.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { SeenAt } from '#web/feedback/SeenAt.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate, formatDay } from '#web/values/format.ts'
import style from './desk.module.css'
import scheduleStyle from './schedule/schedule.module.css'

type Week = OutputOf<typeof lessonWeek>
type Lesson = Week['lessons'][number]

/** 我的课表: one teaching week. Teachers see their courses, those responsible for classes choose one. */
export default function MyLessonPage() {
  const isNarrow = useNarrow()
  const [params, , go] = useOwnParams()
  const mayChoose = useCan('campus:stuClass:list')
  const terms = useRead(termSelect, {})
  const [xn, xqM] = (params.get('term') ?? '').split(' ')
  const weekNo = Number(params.get('week')) || undefined
  const classId = params.get('classId')
  const asked = { ...(xn && xqM ? { xn, xqM: xqM as '1' | '2' | '3' } : {}), ...(weekNo ? { weekNo } : {}), ...(classId ? { classId } : {}) }
  const read = useKeptRead(lessonWeek, asked, { keeps: true })
  const { data } = read
  const term = data?.xn ? `${data.xn} ${data.xqM}` : undefined
  const last = data?.weeks ?? 1
  const at = weekNo ?? data?.weekNo ?? 1
  return (
    <Page
      title={data?.className ? t('{{name}} 课表', { name: data.className }) : t('我的课表')}
      actions={
        <>
          {mayChoose ? (
            <RefSelect
              id="class"
              to="stuClass"
              value={params.get('classId')}
              placeholder={t('选择班级')}
              aria-label={t('班级')}
              className={classes(style.class)}
              onChange={id => go({ classId: id })}
            />
          ) : null}
          <Select
            aria-label={t('学期')}
            value={term ?? null}
            options={(terms.data ?? []).map(x => ({ value: `${x.xn} ${x.xqM}`, label: x.label }))}
            onChange={value => go({ term: value, week: null })}
            className={classes(style.term)}
          />
          <Button aria-label={t('上一周')} icon={<ChevronLeft size={18} />} disabled={at <= 1} onClick={() => go({ week: String(at - 1) })} />
          <Select
            aria-label={t('教学周')}
            value={at}
            options={Array.from({ length: last }, (_, i) => ({
              value: i + 1,
              label: i + 1 === data?.currentWeek ? t('第 {{n}} 周（本周）', { n: i + 1 }) : t('第 {{n}} 周', { n: i + 1 }),
            }))}
            onChange={value => go({ week: String(value) })}
          />
          <Button aria-label={t('下一周')} icon={<ChevronRight size={18} />} disabled={at >= last} onClick={() => go({ week: String(at + 1) })} />
        </>
      }
    >
      <SeenAt at={read.keptAt} />
      {data && !read.isPlaceholderData ? <Content week={data} isNarrow={isNarrow} /> : <Loading of={read} lines={8} />}
    </Page>
  )
}
function Content({ week, isNarrow }: { week: Week; isNarrow: boolean }) {
  if (week.whose === 'nobody') return <Empty title={t('你没有自己的课表，可以选择班级查看')} />
  if (!week.weekNo) return <Empty title={t('校历里还没有学期')} />
  if (!week.lessons.length) return <Empty title={t('这个学期还没有排课')} />
  return isNarrow ? <ByDay week={week} /> : <WeekGrid week={week} />
}
/** Lessons of a day in this week, by the weekday whose timetable applies. */
const lessonsOn = (week: Week, asWeekday: number | null): Lesson[] => week.lessons.filter(l => l.isThisWeek && l.weekday === asWeekday)
/** Courses differ by colour, of which there are four. */
const colourOf = (week: Week, lesson: Lesson): number => [...new Set(week.lessons.map(l => l.courseNo))].indexOf(lesson.courseNo) % 4
const DAY_NOTES: Readonly<Record<string, string>> = { holiday: '放假', vacation: '假期' }
const noteOf = (day: Week['days'][number]): string =>
  day.name ?? (day.asWeekday && day.asWeekday !== day.weekday ? t('上{{day}}的课', { day: t(WEEKDAYS[day.asWeekday - 1] ?? '') }) : t(DAY_NOTES[day.dayType ?? ''] ?? ''))

function WeekGrid({ week }: { week: Week }) {
  const today = schoolDate(Date.now())
  const last = Math.max(...week.sections.map(s => s.no), ...week.lessons.map(l => l.sectionTo))
  const rows = Array.from({ length: last }, (_, i) => i + 1)
  return (
    <Sheet as="div" isBare className={scheduleStyle.scroll}>
      <div className={scheduleStyle.week} style={{ gridTemplateColumns: '72px repeat(7, minmax(88px, 1fr))', gridTemplateRows: `auto repeat(${last}, minmax(58px, auto))` }}>
        <span style={{ gridColumn: 1, gridRow: 1 }} />
        {week.days.map((day, i) => (
          <div
            key={day.date}
            className={day.date === today ? `${scheduleStyle.weekHead} ${scheduleStyle.today}` : scheduleStyle.weekHead}
            style={{ gridColumn: i + 2, gridRow: 1 }}
          >
            {t(WEEKDAYS[day.weekday - 1] ?? '')}
            <small>{[formatDay(day.date), noteOf(day)].filter(Boolean).join(' ')}</small>
          </div>
        ))}
        {rows.map(no => {
          const section = week.sections.find(s => s.no === no)
          return (
            <div key={no} className={scheduleStyle.section} style={{ gridColumn: 1, gridRow: no + 1 }}>
              {no}
              {section ? (
                <small>
                  {section.begin}
                  <br />
                  {section.end}
                </small>
              ) : null}
            </div>
          )
        })}
        {week.days.map((day, i) => {
          const lessons = lessonsOn(week, day.asWeekday)
          if (!day.asWeekday)
            return (
              <div key={day.date} className={scheduleStyle.free} style={{ gridColumn: i + 2, gridRow: `2 / span ${last}` }}>
                {noteOf(day) || t('没有课')}
              </div>
            )
          return (
            <Fragment key={day.date}>
              {rows
                .filter(no => !lessons.some(l => l.sectionFrom <= no && no <= l.sectionTo))
                .map(no => (
                  <span key={no} style={{ gridColumn: i + 2, gridRow: no + 1 }} />
                ))}
              {lessons.map(l => (
                <div key={l.id} style={{ gridColumn: i + 2, gridRow: `${l.sectionFrom + 1} / span ${l.sectionTo - l.sectionFrom + 1}` }}>
                  <LessonFacts lesson={l} whose={week.whose} colour={colourOf(week, l)} />
                </div>
              ))}
            </Fragment>
          )
        })}
      </div>
    </Sheet>
  )
}
function LessonFacts({ lesson, whose, colour }: { lesson: Lesson; whose: Week['whose']; colour: number }) {
  return (
    <div className={scheduleStyle.lesson} data-course={colour}>
      <b>{lesson.courseName}</b>
      <span>{lesson.venueName}</span>
      <span>{whose === 'teacher' ? lesson.classNames : lesson.teacherName}</span>
      <span>{t('{{weeks}} 周', { weeks: lesson.weeks })}</span>
    </div>
  )
}
/** Phone view: days listed vertically. */
function ByDay({ week }: { week: Week }) {
  return (
    <Stack gap={2}>
      {week.days.map(day => {
        const lessons = lessonsOn(week, day.asWeekday)
        return (
          <Sheet key={day.date} title={t('{{weekday}} {{date}}', { weekday: t(WEEKDAYS[day.weekday - 1] ?? ''), date: formatDate(day.date) })} note={noteOf(day)}>
            {lessons.length ? (
              <Timeline
                label={day.date}
                isPlan
                events={lessons.map(l => ({
                  key: l.id,
                  at: week.sections.find(s => s.no === l.sectionFrom)?.begin ?? t('{{n}} 节', { n: l.sectionFrom }),
                  what: (
                    <>
                      {l.courseName}
                      <small>{[l.venueName, week.whose === 'teacher' ? l.classNames : l.teacherName].filter(Boolean).join(t('，'))}</small>
                    </>
                  ),
                }))}
              />
            ) : (
              <p className={style.quiet}>{noteOf(day) || t('没有课')}</p>
            )}
          </Sheet>
        )
      })}
    </Stack>
  )
}
