import { useState } from 'react'
import { Link } from 'react-router'
import { StudentName } from '#modules/student/web/StudentName.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { State } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { ALERT_TYPES, accessAlertResult, alertStates, EXPLANATIONS, type Explanation } from '../model/access-alert.ts'
import { DIRECTIONS } from '../model/access-event.ts'
import { alertCard } from '../model/alert-actions.ts'
import style from './access.module.css'
import { alertText } from './labels.ts'

type Card = NonNullable<AnswerOf<typeof alertCard>>
const STEPS: Readonly<Record<string, string>> = {
  opened: '发现',
  changed: '情况有变',
  uncertain: '设备失联，不确定',
  certain: '设备恢复',
  taken: '开始处理',
  closed: '已处理',
  autoClosed: '自动解除',
  reopened: '重新提醒',
  escalated: '上报学院',
}
/** History of an alert, with the passages around it. */
export default function AlertPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(alertCard, { id })
  const { data } = read
  return (
    <Panel
      open={isOpen}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      title={
        data ? (
          <>
            <StudentName id={data.studentId}>{data.name}</StudentName> {t(ALERT_TYPES[data.type])}
          </>
        ) : (
          t('提醒经过')
        )
      }
    >
      {data ? <Facts card={data} /> : <Loading of={read} lines={8} />}
    </Panel>
  )
}
function Facts({ card }: { card: Card }) {
  const results = useDict(accessAlertResult)
  const rows: ReadonlyArray<readonly [string, React.ReactNode]> = [
    [
      t('状态'),
      <State key="state" tone={alertStates.tones[card.state]}>
        {t(alertStates.labels[card.state])}
      </State>,
    ],
    [t('依据'), alertText(card)],
    [t('归寝时间'), card.curfew && card.gateOpening ? t('{{from}} 至 {{to}}', { from: formatDatetime(card.curfew), to: formatDatetime(card.gateOpening) }) : '—'],
    [t('床位'), card.bed ?? '—'],
    [t('班级'), [card.className, card.studentNo].filter(Boolean).join(' ')],
    [t('近来'), t('30 天内晚归 {{lates}} 次，本学期未归 {{outs}} 次', { lates: card.lates, outs: card.outs })],
    ...(card.result ? ([[t('处理结果'), dictLabel(results, card.result)]] as const) : []),
    ...(card.note ? ([[t('处理说明'), card.note]] as const) : []),
  ]
  return (
    <div className={style.panel}>
      <dl className={style.facts}>
        {rows.map(([label, value]) => (
          <FactLine key={label} label={label} value={value} />
        ))}
      </dl>
      <h3>{t('经过')}</h3>
      <Timeline
        label={t('经过')}
        events={card.trace.map(step => ({
          key: `${step.at} ${step.what}`,
          at: formatDatetime(step.at),
          what: [t(STEPS[step.what] ?? step.what), t(ALERT_TYPES[step.type]), step.by, noteOf(step.note)].filter(Boolean).join(' · '),
        }))}
      />
      <h3>{t('前后的通行')}</h3>
      <Timeline
        label={t('前后的通行')}
        events={card.passages.map(p => ({ key: p.at, at: formatDatetime(p.at), what: [t(DIRECTIONS[p.direction]), p.deviceName].filter(Boolean).join(' ') }))}
      />
      <p>
        <Link to={`/dormitory/access/alerts?view=all&q=${card.studentNo ?? card.name}`}>{t('这名学生的全部提醒')}</Link>{' '}
        <span className="ql-quiet">{formatDate(card.nightDate)}</span>
      </p>
    </div>
  )
}
const noteOf = (note: string | null): string | null => (note && Object.hasOwn(EXPLANATIONS, note) ? t(EXPLANATIONS[note as Explanation]) : note)
const FactLine = ({ label, value }: { label: string; value: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)
