import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { PRESENCE_SOURCES } from '../../stays/model/presence.ts'
import { correctLine } from '../model/actions.ts'
import { nightResults } from '../model/evidence.ts'
import { type GROUPINGS, nightSeats } from '../model/read-actions.ts'
import { seenText } from './labels.ts'
import style from './night.module.css'

const VIEWS = { missing: '没有到', conflict: '记录不一致', all: '全部' } as const
type View = keyof typeof VIEWS
type Seat = AnswerOf<typeof nightSeats>[number]
const EVERY_MS = 5000
const IDS = { dorm: 'dormId', floor: 'floorId', class: 'classId' } as const
interface Props {
  night: string
  by: keyof typeof GROUPINGS
  group: { id: string; label: string }
  onClose: () => void
}
/** People of a group: evidence, phone call, and correction with a reason. */
export function SeatPanel({ night, by, group, onClose }: Props) {
  const [view, setView] = useState<View>('missing')
  const [asked, setAsked] = useState<Seat>()
  const read = useRead(nightSeats, { night, view, ...(group.id ? { [IDS[by]]: group.id } : {}) }, { every: EVERY_MS })
  const { data } = read
  const mayCorrect = useCan(correctLine.permission)
  return (
    <Panel open title={group.label} onClose={onClose} size={720}>
      <Segmented block value={view} options={Object.entries(VIEWS).map(([value, label]) => ({ value: value as View, label: t(label) }))} onChange={setView} />
      {data ? null : <Loading of={read} lines={8} />}
      {data && !data.length ? <Empty title={view === 'missing' ? t('都到齐了') : view === 'conflict' ? t('没有出入') : t('没有住在这里的学生')} /> : null}
      <ul className={style.seats}>
        {data?.map(one => (
          <li key={one.id}>
            <span className={style.who}>
              <b>{one.name}</b>
              <small>{[one.studentNo, one.className, one.bed].filter(Boolean).join(' · ')}</small>
            </span>
            <State tone={nightResults.tones[one.result]}>{one.source ? t(PRESENCE_SOURCES[one.source]) : t(nightResults.labels[one.result])}</State>
            {one.result === 'pending' || one.result === 'absent' ? <CallStudent id={one.studentId} phone={one.phone} /> : null}
            {mayCorrect && one.expected === 'expected' ? (
              <Button size="small" onClick={() => setAsked(one)}>
                {t('更正')}
              </Button>
            ) : null}
            {one.evidence.length ? (
              <small className={one.conflict ? `${style.seen} ${style.conflict}` : style.seen}>{one.evidence.flatMap(e => (e ? [seenText(e)] : [])).join('；')}</small>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <ActionForm
          of={correctLine}
          input={{ id: asked.id }}
          onClose={() => setAsked(undefined)}
          note={<p className="ql-help">{t('{{name}} 现在是“{{result}}”，更正的原因会留在记录里。', { name: asked.name, result: t(nightResults.labels[asked.result]) })}</p>}
        />
      ) : null}
    </Panel>
  )
}
