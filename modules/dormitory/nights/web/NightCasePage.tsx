import { DatePicker } from 'antd'
import { useState } from 'react'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { isDay } from '#web/inputs/SpanInput.tsx'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatMinutes } from '#web/values/duration.ts'
import { handledStates } from '../model/handling.ts'
import { CASE_VIEWS, nightCases } from '../model/read-actions.ts'
import { CasePanel } from './CasePanel.tsx'
import { DutyLine } from './DutyLine.tsx'
import { awayText, dayText } from './labels.ts'
import style from './night.module.css'

const EVERY_MS = 10_000
type Data = AnswerOf<typeof nightCases>
type Case = Data['cases'][number]

export const about: PageFile['about'] = () => ({
  use: t('昨晚没有回来、又没有请假的学生，一人一条，直到有人找到他们。'),
  who: t('辅导员看自己的学生，宿管看自己的楼，学院和学工处看各自的范围。'),
  first: t('最久没有消息的排在最前。先打电话，再登记处置结果；超过时限没有处置会自动上报。'),
})
/** 晚点名 → 未归处置: open cases, highest risk first. */
export default function NightCasePage() {
  const [params, , put] = useOwnParams()
  const night = params.get('night')
  const views = useView(CASE_VIEWS)
  const { view } = views
  const read = useRead(nightCases, { ...(isDay(night) ? { night } : {}), view }, { every: EVERY_MS })
  const { data } = read
  const [shown, setShown] = useState<string>()
  return (
    <Page
      title={t('未归处置')}
      views={<ViewSwitch of={views} />}
      actions={
        <DatePicker
          value={fromDate(isDay(night) ? night : data?.night)}
          allowClear={false}
          inputReadOnly
          aria-label={t('日期')}
          format={t('M月D日')}
          onChange={day => put({ night: toDate(day) ?? undefined })}
        />
      }
    >
      {data ? <DutyLine night={data.night} /> : <Loading of={read} lines={8} />}
      {data && !data.cases.length ? (
        <Empty title={view === 'unsettled' ? t('{{date}} 晚没有待处置的学生', { date: dayText(data.night) }) : t('{{date}} 晚没有未归的学生', { date: dayText(data.night) })} />
      ) : null}
      {data?.cases.length ? <Cases data={data} onOpen={setShown} /> : null}
      {shown ? <CasePanel id={shown} onClose={() => setShown(undefined)} /> : null}
    </Page>
  )
}
function Cases({ data, onOpen }: { data: Data; onOpen: (id: string) => void }) {
  const { cases } = data
  const open = cases.filter(c => c.handledState === 'open' || c.handledState === 'notFound')
  return (
    <>
      {open.length ? (
        <p className={style.sentence} role="status">
          {t('{{date}} 晚还有 {{n}} 人待处置；{{college}} 分钟未处置上报学院，{{officer}} 分钟上报学工值班。', {
            date: dayText(data.night),
            n: open.length,
            college: data.collegeMinutes,
            officer: data.officerMinutes,
          })}
        </p>
      ) : null}
      <ul className={style.cases}>
        {cases.map(one => (
          <Row key={one.id} one={one} now={data.now} onOpen={onOpen} />
        ))}
      </ul>
    </>
  )
}
function Row({ one, now, onOpen }: { one: Case; now: string; onOpen: (id: string) => void }) {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(one.openedAt)) / 60_000))
  const facts = [
    one.away ? awayText(one) : '',
    one.className,
    one.bed,
    one.before ? t('近 30 晚未归 {{n}} 次', { n: one.before }) : t('近 30 晚首次'),
    one.isAfterwards ? t('事后准假') : '',
  ]
  return (
    <Sheet as="li" isBare>
      <button type="button" className={style.case} onClick={() => onOpen(one.id)}>
        <b>{one.name}</b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </button>
      <span className={style.state}>
        <StateTag of={handledStates} state={one.handledState} />
        <small>
          {one.handledState === 'open' ? t('已 {{wait}}', { wait: formatMinutes(minutes) }) : [one.handledByName, one.handledNote, one.nextStep].filter(Boolean).join(' · ')}
        </small>
        {one.handledState === 'open' && one.escalation ? <small className={style.attention}>{one.escalation > 1 ? t('已报学工值班') : t('已报学院')}</small> : null}
      </span>
      <CallStudent id={one.studentId} phone={one.phone} />
    </Sheet>
  )
}
