import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { HEARINGS, VIOLATION_LEVELS, violationStates, violationType } from '../model/violation.ts'
import { makeStatement, myViolations, waiveStatement } from '../model/violation-actions.ts'
import style from './check.module.css'

type Mine = AnswerOf<typeof myViolations>[number]

/** Violations awaiting the user's statement; no decision before they answer, waive it or let the deadline pass. */
export function MyViolations() {
  const read = useRead(myViolations, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  if (!data.length) return <Empty title={t('没有违纪登记')} />
  return data.map(of => <Case key={of.id} of={of} />)
}
function Case({ of }: { of: Mine }) {
  const [isStating, setStating] = useState(false)
  const types = useDict(violationType)
  const files = of.evidence
  return (
    <Sheet label={of.violationNo} className={style.task}>
      <header>
        <h2>{dictLabel(types, of.type)}</h2>
        <State tone={violationStates.tones[of.state]}>{of.mayState ? t('待陈述') : t(violationStates.labels[of.state])}</State>
      </header>
      <p className="ql-quiet">
        {[
          of.violationNo,
          formatDatetime(of.at),
          of.isRoom ? t('房间 {{room}}', { room: of.isRoom.room }) : of.place,
          of.state === 'confirmed' || of.state === 'referred' ? t(VIOLATION_LEVELS[of.level]) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p>{of.details}</p>
      {files.length ? (
        <Row as="p" className={style.photos}>
          {files.map((id, n) => (
            <FileLink key={id} id={id}>
              {t('证据 {{n}}', { n: n + 1 })}
            </FileLink>
          ))}
        </Row>
      ) : null}
      {of.statement ? <p>{t('你的陈述：{{text}}', { text: of.statement })}</p> : of.heardAs ? <p className="ql-quiet">{t(HEARINGS[of.heardAs])}</p> : null}
      {of.decision ? <p>{t('处理意见：{{text}}', { text: of.decision })}</p> : null}
      {of.seizedItem ? (
        <p className="ql-quiet">
          {of.returnedAt
            ? t('“{{item}}”已归还，收据 {{no}}', { item: of.seizedItem, no: of.seizedReceiptNo ?? '' })
            : t('“{{item}}”由学校暂时保管，{{date}} 归还，收据 {{no}}', { item: of.seizedItem, date: of.returnOn ? formatDate(of.returnOn) : '—', no: of.seizedReceiptNo ?? '' })}
        </p>
      ) : null}
      {of.mayState ? (
        <Row className={style.photos}>
          <Button type="primary" onClick={() => setStating(true)}>
            {t('说明情况')}
          </Button>
          <ActionButton of={waiveStatement} input={{ id: of.id }} confirm={t('放弃后不能再补充，老师会按已有的情况处理。')} />
          <small className="ql-help">{of.statementDue ? t('{{time}} 前可以说明', { time: formatDatetime(of.statementDue) }) : ''}</small>
        </Row>
      ) : null}
      {isStating ? <ActionForm of={makeStatement} input={{ id: of.id }} onClose={() => setStating(false)} /> : null}
    </Sheet>
  )
}
