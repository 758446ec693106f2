import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { recordDamage } from '../../charges/model/damage-actions.ts'
import { DamageForm } from '../../charges/web/public/DamageForm.tsx'
import { grades } from '../model/items.ts'
import { objectionStates } from '../model/record.ts'
import { answerObjection, recordCard, violationFromRecord } from '../model/staff-actions.ts'
import checkStyle from './check.module.css'
import style from './own.module.css'

type Card = AnswerOf<typeof recordCard>
type Deduction = Card['deductions'][number]

/** One record: findings per checker, deductions, and the room's objection. */
export default function RecordPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(recordCard, { id })
  const { data } = read
  return (
    <Panel open={isOpen} title={data?.room ?? t('检查详情')} onClose={() => setOpen(false)} afterClose={onClose}>
      {data ? <Whole card={data} onDone={() => setOpen(false)} /> : <Loading of={read} lines={8} />}
    </Panel>
  )
}
function Whole({ card, onDone }: { card: Card; onDone: () => void }) {
  const [dropped, setDropped] = useState<readonly string[]>([])
  const { deductions } = card
  const { photos } = card
  return (
    <Stack className={style.board}>
      <p>
        <b className={checkStyle.live}>{card.roomScore ?? '—'}</b>{' '}
        {card.grade ? <StateTag of={grades} state={card.grade} /> : <State tone="over">{card.refused ? t('拒绝检查') : t('无人')}</State>}
      </p>
      <p className="ql-quiet">
        {[
          card.task,
          formatDatetime(card.checkedAt),
          card.publicScore === null ? '' : t('公共 {{n}} 分', { n: card.publicScore }),
          card.personalScore === null ? '' : t('个人平均 {{n}} 分', { n: card.personalScore }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {card.objectionState === 'none' ? null : (
        <div className={style.answer}>
          <StateTag of={objectionStates} state={card.objectionState} />
          <p>{card.objectionText}</p>
          {card.objectionAnswer ? <p className="ql-quiet">{t('答复：{{text}}', { text: card.objectionAnswer })}</p> : null}
        </div>
      )}
      <Deductions id={card.id} isHealth={card.kind === 'health'} deductions={deductions} chosen={card.mayAnswer ? dropped : undefined} onChoose={setDropped} />
      {photos.length ? (
        <Row as="p" className={checkStyle.photos}>
          {photos.map((file, n) => (
            <FileLink key={file} id={file}>
              {t('照片 {{n}}', { n: n + 1 })}
            </FileLink>
          ))}
        </Row>
      ) : null}
      <ul className={style.lost}>
        {card.sheets.map(s => (
          <li key={`${s.checker} ${s.at}`}>
            <span />
            <span>{s.checker}</span>
            <span className="ql-quiet">{[formatDatetime(s.at), s.note].filter(Boolean).join(' · ')}</span>
            <span>{s.noOneIn ? t('无人') : s.refused ? t('拒绝检查') : ''}</span>
          </li>
        ))}
      </ul>
      <Broken card={card} />
      {card.mayAnswer ? <Answer id={card.id} dropped={dropped} onDone={onDone} /> : null}
    </Stack>
  )
}
/** Charges damages found by a check at cost, with its photos. */
function Broken({ card }: { card: Card }) {
  const [isRecording, setRecording] = useState(false)
  if (!useCan(recordDamage.permission)) return null
  const found = { roomId: card.roomId, room: card.room, at: card.checkedAt, recordId: card.id, hasPhotos: card.photos.length > 0 }
  return (
    <p>
      <Button onClick={() => setRecording(true)}>{t(recordDamage.label)}</Button>
      {isRecording ? <DamageForm found={found} onClose={() => setRecording(false)} /> : null}
    </p>
  )
}
interface DeductionsProps {
  id: string
  /** Health findings are no violations; findings of a safety check or a veto can be. */
  isHealth: boolean
  deductions: readonly Deduction[]
  chosen: readonly string[] | undefined
  onChoose: (keys: readonly string[]) => void
}
function Deductions({ id, isHealth, deductions, chosen, onChoose }: DeductionsProps) {
  if (!deductions.length) return <p>{t('没有扣分')}</p>
  return (
    <ul className={style.found}>
      {deductions.map(d => (
        <li key={d.key}>
          {chosen ? (
            <Checkbox
              aria-label={t('撤销 {{item}} {{step}}', { item: t(d.item), step: d.step ? t(d.step) : '' })}
              checked={chosen.includes(d.key)}
              onChange={event => onChoose(event.target.checked ? [...chosen, d.key] : chosen.filter(k => k !== d.key))}
            />
          ) : null}
          <span>{[t(d.item), d.step && t(d.step), d.who].filter(Boolean).join(' · ')}</span>
          <b>{d.points ? `−${d.points}` : t('否决')}</b>
          {d.isDropped ? <State tone="done">{t('已撤销')}</State> : null}
          {d.isDropped || (isHealth && d.points) ? null : (
            <ActionButton of={violationFromRecord} input={{ id, key: d.key }} type="link" changes={['dormViolation']} done={t('已登记违纪草稿')} />
          )}
        </li>
      ))}
    </ul>
  )
}
/** Selected deductions are cancelled; without a selection the score stands. */
function Answer({ id, dropped, onDone }: { id: string; dropped: readonly string[]; onDone: () => void }) {
  const [words, setWords] = useState('')
  useUnsaved(words !== '')
  const act = useAct(answerObjection, { onDone, changes: ['checkWeek'] })
  return (
    <Stack className={style.board}>
      {act.error ? <Refused what={t('没有答复')} error={act.error} /> : null}
      <label htmlFor="check-answer">{t('答复')}</label>
      <Input.TextArea id="check-answer" rows={3} maxLength={500} value={words} onChange={event => setWords(event.target.value)} />
      <Button type="primary" loading={act.isPending} disabled={words.trim().length < 2} onClick={() => act.mutate({ id, dropped: [...dropped], answer: words.trim() })}>
        {dropped.length ? t('撤销 {{n}} 项扣分并答复', { n: dropped.length }) : t('维持原分并答复')}
      </Button>
    </Stack>
  )
}
