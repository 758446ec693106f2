import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { decideObjection, objectionHearing, objectionStates } from '../model/objection.ts'
import style from './notices.module.css'

type Hearing = AnswerOf<typeof objectionHearing>
const LEAST = 5
const MOST = 500

/** One objection with its author, and the answer. */
export function HearingPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(objectionHearing, { id })
  const { data } = read
  const [upheld, setUpheld] = useState<boolean>()
  const [answer, setAnswer] = useState('')
  const isOpen = data?.canDecide === true
  useUnsaved(isOpen && (answer.trim() !== '' || upheld !== undefined))
  const act = useAct(decideObjection, { changes: ['publicNotice', 'publicNoticeLine'], onDone: onClose, done: t('已答复') })
  const isReady = upheld !== undefined && answer.trim().length >= LEAST
  const send = () => {
    if (upheld !== undefined && isReady) act.mutate({ id, upheld, answer: answer.trim() })
  }
  return (
    <Panel
      open
      title={t('异议处理')}
      onClose={onClose}
      footer={
        isOpen ? (
          <div className="ql-acts">
            <Button onClick={onClose}>{t('取消')}</Button>
            <Button type="primary" disabled={!isReady} loading={act.isPending} onClick={send}>
              {upheld ? t('答复，改变结果') : t('答复')}
            </Button>
          </div>
        ) : undefined
      }
    >
      {data ? <Facts of={data} /> : <Loading of={read} lines={8} />}
      {act.error ? <Refused what={t('没有答复')} error={act.error} /> : null}
      {isOpen ? (
        <div className={style.hearing}>
          <Radio.Group
            aria-label={t('结论')}
            value={upheld}
            onChange={event => setUpheld(event.target.value as boolean)}
            options={[
              { value: false, label: t('异议不成立') },
              { value: true, label: t('异议成立') },
            ]}
          />
          {upheld ? <p className="ql-help">{t('这个人的结果从公示中撤下，由业务改变。有人递补时，整份公示按原来的天数重新进行。')}</p> : null}
          <label htmlFor="notice-answer">{t('答复')}</label>
          <Input.TextArea
            id="notice-answer"
            aria-describedby="notice-answer-help"
            rows={4}
            maxLength={MOST}
            showCount
            value={answer}
            onChange={event => setAnswer(event.target.value)}
          />
          <p id="notice-answer-help" className="ql-help">
            {t('异议人会看到；不要写出异议人是谁。至少 {{n}} 个字。', { n: LEAST })}
          </p>
        </div>
      ) : null}
    </Panel>
  )
}
function Facts({ of }: { of: Hearing }) {
  const target = of.target.flatMap(part => (part?.value ? [`${part.label} ${part.value}`] : []))
  const facts: ReadonlyArray<readonly [string, string | null]> = [
    [t('公示'), of.noticeTitle],
    [t('公示对象'), target.join(' · ') || '—'],
    [t('异议人'), of.claimant ?? t('已清除')],
    [t('联系方式'), of.contact],
    [t('提出时间'), formatDatetime(of.raisedAt)],
    [t('答复期限'), formatDate(of.dueOn)],
    [t('状态'), t(objectionStates.labels[of.state])],
    [t('处理人'), of.handler],
    [t('答复'), of.answer],
  ]
  return (
    <div className={style.hearing}>
      <dl>{facts.map(([label, value]) => (value ? [<dt key={`${label}-`}>{label}</dt>, <dd key={label}>{value}</dd>] : null))}</dl>
      <div>
        <h3>{t('理由')}</h3>
        <p>{of.grounds}</p>
      </div>
      {of.files.length ? (
        <div>
          <h3>{t('证明材料')}</h3>
          {of.files.map((file, i) =>
            file ? (
              <FileLink key={file} id={file}>
                {t('附件 {{n}}', { n: i + 1 })}
              </FileLink>
            ) : null,
          )}
        </div>
      ) : null}
    </div>
  )
}
