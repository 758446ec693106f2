import { DatePicker } from 'antd'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { EXPECTED } from '../../stays/model/presence.ts'
import { tempTonight } from '../model/actions.ts'
import style from './public/temp.module.css'

type Dorm = AnswerOf<typeof tempTonight>['dorms'][number]

/** 宿舍管理 → 今晚外宿: excused students by building; places are visible to approvers only. */
export default function TempTonightPage() {
  const [night, setNight] = useState<string | null>(null)
  const read = useRead(tempTonight, { night })
  const { data } = read
  const shown = night ?? data?.night
  const total = data?.dorms.reduce((sum, d) => sum + (d?.students.length ?? 0), 0) ?? 0
  return (
    <Page
      title={!shown || shown === schoolDate(Date.now()) ? t('今晚外宿') : t('当晚外宿')}
      actions={
        <>
          {data ? <span className="ql-quiet">{t('{{n}} 人不在寝，已获准', { n: total })}</span> : null}
          <DatePicker value={fromDate(shown)} allowClear={false} inputReadOnly aria-label={t('日期')} format={t('M月D日')} onChange={day => setNight(toDate(day))} />
        </>
      }
      className={style.tonight}
    >
      {data ? null : <Loading of={read} lines={8} />}
      {data && !total ? <Empty title={t('这一晚没有外宿的学生')} /> : null}
      <div>
        {data?.dorms.map(d => (
          <House key={d.id} dorm={d} />
        ))}
      </div>
    </Page>
  )
}
function House({ dorm }: { dorm: Dorm }) {
  return (
    <Sheet label={dorm.fullName} isBare>
      <h2>
        {dorm.fullName} <small>{dorm.students.length}</small>
      </h2>
      <ul>
        {dorm.students.map(s => (
          <li key={s.studentId}>
            <b>
              {s.roomNo}-{s.bedNo}
            </b>
            <span>{s.name}</span>
            <small>{[s.studentNo, s.className].filter(Boolean).join(' ')}</small>
            <State tone="over">{t(EXPECTED[s.expected])}</State>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
