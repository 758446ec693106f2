import { Button } from 'antd'
import { useState } from 'react'
import { familyMember } from '#modules/student/model/family.ts'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { StudentName } from '#modules/student/web/StudentName.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { handleCases } from '../model/actions.ts'
import { nightResults } from '../model/evidence.ts'
import { handledStates } from '../model/handling.ts'
import { nightCase } from '../model/read-actions.ts'
import { awayText, dayText, seenText, weekdayText } from './labels.ts'
import style from './night.module.css'
import { Past } from './Past.tsx'

type Case = AnswerOf<typeof nightCase>
/** Outcomes that need no words; the others go through the form. */
const AT_ONCE = ['reached', 'withFamily', 'hospital', 'parentInformed'] as const
/** Case of one missing student, and its outcome. */
export function CasePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(nightCase, { id })
  const { data } = read
  const [isHandling, setHandling] = useState(false)
  return (
    <Panel
      open
      title={
        data ? (
          <span className={style.who}>
            <StudentName id={data.studentId}>{data.name}</StudentName> {dayText(data.nightDate)}
          </span>
        ) : (
          t('未归处置')
        )
      }
      onClose={onClose}
      footer={
        data && data.handledState !== 'explained' ? (
          <div className="ql-acts">
            {AT_ONCE.filter(state => state !== data.handledState).map(state => (
              <ActionButton key={state} of={handleCases} input={{ ids: [data.id], state }} onDone={onClose} done={t('已处置')}>
                {t(handledStates.labels[state])}
              </ActionButton>
            ))}
            <Button onClick={() => setHandling(true)}>{t('写说明')}</Button>
          </div>
        ) : undefined
      }
    >
      {data ? <Shown data={data} /> : <Loading of={read} lines={8} />}
      {isHandling && data ? (
        <ActionForm
          of={handleCases}
          input={{ ids: [data.id] }}
          onClose={() => setHandling(false)}
          note={<p className="ql-help">{t('“未找到”会记入值班记录，并马上通知学院和学工值班。')}</p>}
        />
      ) : null}
    </Panel>
  )
}
function Shown({ data }: { data: Case }) {
  const { habits } = data
  return (
    <Stack className={style.detail}>
      <p>
        <StateTag of={handledStates} state={data.handledState} />
        <span className="ql-quiet">{[data.handledByName, data.handledNote, data.nextStep].filter(Boolean).join(' · ')}</span>
      </p>
      <p>
        {[data.className, data.bed].filter(Boolean).join(' · ')} <CallStudent id={data.studentId} phone={data.phone} />
      </p>
      {data.away ? <p className={style.habit}>{awayText(data)}</p> : null}
      <section aria-label={t('家长与紧急联系人')}>
        <h3>{t('家长与紧急联系人')}</h3>
        {data.contacts.length ? null : <p className="ql-quiet">{t('没有登记联系人')}</p>}
        <ul className={style.mates}>
          {data.contacts.map(c => (
            <li key={c.memberId ?? 'emergency'}>
              <span>
                {t(c.relation ?? '紧急联系人')} {c.name}
              </span>
              {c.memberId ? <CallStudent of={familyMember} id={c.memberId} phone={c.phone} /> : <CallStudent id={data.studentId} field="emergencyPhone" phone={c.phone} />}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('当晚所见')}>
        <h3>{t('当晚所见')}</h3>
        {data.evidence.length ? (
          <ul>{data.evidence.map(e => (e ? <li key={`${e.way} ${e.at} ${e.by}`}>{seenText(e)}</li> : null))}</ul>
        ) : (
          <p className="ql-quiet">{t('没有任何记录')}</p>
        )}
      </section>
      <section aria-label={t('前 14 晚')}>
        <h3>{t('前 14 晚')}</h3>
        {data.past.length ? <Past nights={data.past} label={t('前 14 晚')} /> : <p className="ql-quiet">{t('没有更早的记录')}</p>}
        {habits.map(h => (
          <p key={h.weekday} className={style.habit}>
            {t('常在{{weekday}}晚归或未归：近 8 周 {{of}} 次中 {{times}} 次', { weekday: weekdayText(h.weekday), of: h.of, times: h.times })}
          </p>
        ))}
      </section>
      <section aria-label={t('室友')}>
        <h3>{t('室友')}</h3>
        {data.mates.length ? null : <p className="ql-quiet">{t('没有室友')}</p>}
        <ul className={style.mates}>
          {data.mates.map(m => (
            <li key={m.studentId}>
              <span>{t('{{bed}} 床 {{name}}', { bed: m.bedNo, name: m.name })}</span>
              {m.result ? <StateTag of={nightResults} state={m.result} /> : null}
              <CallStudent id={m.studentId} phone={m.phone} />
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}
