import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { isDay } from '#web/inputs/SpanInput.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { Sentence } from '#web/statistics/Statistics.tsx'
import { formatDate } from '#web/values/format.ts'
import { askQuestion, exportGroups } from '../model/actions.ts'
import { Groups } from './answer/Groups.tsx'
import { People } from './answer/People.tsx'
import { QuestionTrend } from './answer/QuestionTrend.tsx'
import { type Answer, today, valueText } from './labels.ts'
import { PinButton } from './PinButton.tsx'
import style from './question.module.css'

/** A question for a day: sentence, figures beside those of a term and a year ago, trend, groups, and who is behind it. */
export default function AnswerPage() {
  const code = useOwnParams()[0].get('code')
  if (code) return <AnswerOf code={code} />
  return (
    <Page title={t('常问')} back="/question/questions">
      <Empty title={t('还没有选问题')}>
        <Link to="/question/questions">{t('全部问题')}</Link>
      </Empty>
    </Page>
  )
}
function AnswerOf({ code }: { code: string }) {
  const [params, , put] = useOwnParams()
  const day = params.get('on')
  const grade = Number(params.get('grade')) || null
  const asked = { code, on: isDay(day) ? day : null, departmentId: params.get('departmentId'), grade }
  const read = useRead(askQuestion, { ...asked, by: params.get('by') })
  const { data } = read
  return (
    <Page title={data?.title ?? t('常问')} help={data?.definition} back="/question/questions" actions={data ? <PinButton {...asked} isPinned={data.isPinned} /> : null}>
      <div className={style.tools}>
        <DatePicker
          aria-label={t('截至')}
          allowClear={false}
          maxDate={dayjs(today())}
          value={dayjs(data?.on ?? asked.on ?? today())}
          onChange={picked => picked && put({ on: picked.format('YYYY-MM-DD') })}
        />
        {data && data.offered.length > 1 ? (
          <Select
            aria-label={t('分组')}
            value={data.by}
            options={data.offered.flatMap(o => (o ? [{ value: o.key, label: o.label }] : []))}
            popupMatchSelectWidth={false}
            onChange={(by: string) => put({ by, departmentId: null, grade: null })}
          />
        ) : null}
        {data?.groups.length ? <DownloadButton of={exportGroups} input={{ ...asked, on: data.on, by: data.by }} /> : null}
        {data?.link ? <Link to={data.link}>{t('看明细')}</Link> : null}
      </div>
      {data ? <Place of={data} grade={grade} /> : null}
      <Loaded of={read} lines={10}>
        {answer => (
          <>
            <Sentence>{answer.sentence}</Sentence>
            <Compared of={answer} />
            <div className={style.parts}>
              <QuestionTrend of={answer} asked={{ ...asked, on: answer.on }} />
              <Groups of={answer} />
            </div>
            {answer.mayList ? <People key={answer.on} asked={{ ...asked, on: answer.on }} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  )
}
/** The way back from a grade to its college and the school. */
function Place({ of, grade }: { of: Answer; grade: number | null }) {
  const [, , put] = useOwnParams()
  if (!of.departmentName) return null
  const step = (label: string, part: Record<string, null>) => (
    <button type="button" className="ql-link" onClick={() => put(part)}>
      {label}
    </button>
  )
  return (
    <nav aria-label={t('范围')} className={style.place}>
      {step(t('全部学院'), { departmentId: null, grade: null })}
      <span aria-hidden="true">›</span>
      {grade ? step(of.departmentName, { grade: null }) : <b>{of.departmentName}</b>}
      {grade ? (
        <>
          <span aria-hidden="true">›</span>
          <b>{t('{{grade}}级', { grade })}</b>
        </>
      ) : null}
    </nav>
  )
}
/** Each figure, and below it what it was. */
function Compared({ of }: { of: Answer }) {
  return (
    <Figures label={t('指标')} className={style.figures}>
      {of.figures.map(f =>
        f ? (
          <div key={f.code}>
            <Figure label={f.label} value={valueText(f, f.now)} />
            <dl>
              <dt title={of.lastTermOn ? formatDate(of.lastTermOn) : undefined}>{t('上学期同期')}</dt>
              <dd>{valueText(f, f.lastTerm)}</dd>
              <dt title={of.lastYearOn ? formatDate(of.lastYearOn) : undefined}>{t('去年同期')}</dt>
              <dd>{valueText(f, f.lastYear)}</dd>
            </dl>
          </div>
        ) : null,
      )}
    </Figures>
  )
}
