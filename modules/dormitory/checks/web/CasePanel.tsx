import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail, useRecord } from '#web/records/RecordDetail.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { mayBe } from '../model/hearing.ts'
import { dormViolation, HEARINGS, violationStates } from '../model/violation.ts'
import { askStatement, confirmViolation, dismissViolation, giveBackItem, referViolation } from '../model/violation-actions.ts'
import style from './own.module.css'

type Row = Shown<typeof dormViolation>
const SECTIONS = [
  { title: '情况', fields: ['studentId', 'roomId', 'classId', 'departmentId', 'type', 'level', 'at', 'place', 'details', 'evidence', 'sourceType'] },
  { title: '处理', fields: ['askedAt', 'statementDue', 'heardAs', 'heardAt', 'decidedBy', 'decidedAt', 'seizedItem', 'seizedReceiptNo', 'returnOn', 'returnedAt'] },
] as const
type Verb = 'confirm' | 'dismiss' | 'refer'
const FORMS = { confirm: confirmViolation, dismiss: dismissViolation, refer: referViolation } as const

/** One violation: facts, statement, then the decision. */
export default function CasePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRecord(dormViolation, id)
  const { data } = read
  return (
    <Panel open={isOpen} size={720} title={data?.violationNo ?? t('宿舍违纪')} onClose={() => setOpen(false)} afterClose={onClose} footer={data ? <Acts row={data} /> : null}>
      {data ? <Whole row={data} /> : <Loading of={read} lines={8} />}
    </Panel>
  )
}
function Whole({ row }: { row: Row }) {
  return (
    <Stack className={style.board}>
      <Hearing row={row} />
      <RecordDetail of={dormViolation} id={row.id} sections={SECTIONS} />
    </Stack>
  )
}
/** State of the hearing, in a sentence. */
function Hearing({ row }: { row: Row }) {
  return (
    <div className={style.answer}>
      <StateTag of={violationStates} state={row.state} />
      {row.statement ? <p>{t('学生陈述：{{text}}', { text: row.statement })}</p> : null}
      {row.statement || !row.heardAs ? null : <p>{t(HEARINGS[row.heardAs])}</p>}
      {row.state === 'recorded' ? (
        <p>{row.askedAt ? t('已请学生陈述，{{time}} 截止；在此之前不能认定', { time: formatDatetime(row.statementDue ?? row.askedAt) }) : t('还没有请学生陈述，不能认定')}</p>
      ) : null}
      {row.decision ? <p>{t('处理意见：{{text}}', { text: row.decision })}</p> : null}
    </div>
  )
}
function Acts({ row }: { row: Row }) {
  const [verb, setVerb] = useState<Verb>()
  const mayHear = useCan(confirmViolation.permission)
  const offered = (of: Verb): boolean => mayHear && mayBe(of, row)
  return (
    <div className="ql-acts">
      {row.seizedItem && !row.returnedAt ? <ActionButton of={giveBackItem} input={{ id: row.id }} confirm={t('确认已把“{{item}}”还给学生。', { item: row.seizedItem })} /> : null}
      {offered('dismiss') ? <Button onClick={() => setVerb('dismiss')}>{t(dismissViolation.label)}</Button> : null}
      {mayHear && mayBe('ask', row) ? <ActionButton of={askStatement} input={{ ids: [row.id] }} type="primary" /> : null}
      {offered('confirm') ? (
        <Button type="primary" onClick={() => setVerb('confirm')}>
          {t(confirmViolation.label)}
        </Button>
      ) : null}
      {offered('refer') ? <Button onClick={() => setVerb('refer')}>{t(referViolation.label)}</Button> : null}
      {verb ? (
        <ActionForm
          of={FORMS[verb]}
          input={{ id: row.id }}
          {...(verb === 'confirm' ? { initial: { level: row.level } } : {})}
          onClose={() => setVerb(undefined)}
          danger={verb !== 'confirm'}
        />
      ) : null}
    </div>
  )
}
