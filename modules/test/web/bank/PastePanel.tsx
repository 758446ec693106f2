import { Alert, Button, Input } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { fill } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { type Pasted, pastedProblem, readPasted } from '../../model/paste.ts'
import { CONTENT_PROBLEMS, QUESTION_TYPES } from '../../model/question.ts'
import { pasteQuestions } from '../../model/question-actions.ts'

interface PastePanelProps {
  bankId: string | undefined
  onClose: () => void
}
/** Questions as text, read while they are typed or pasted; all of them are taken, or none. */
export function PastePanel({ bankId: given, onClose }: PastePanelProps) {
  const id = useId()
  const [bankId, setBankId] = useState<string | null>(given ?? null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<AnswerOf<typeof pasteQuestions>>()
  const read = readPasted(useDeferredValue(text))
  const wrong = read.filter(one => pastedProblem(one)).length
  const look = useAct(pasteQuestions, { done: false, onDone: setFound })
  const take = useAct(pasteQuestions, { done: t('已导入'), changes: ['questionBank'], onDone: onClose })
  const error = take.error ?? look.error
  const ready = bankId !== null && read.length > 0 && wrong === 0
  const footer = (
    <div className="ql-acts">
      <Button disabled={!ready} loading={look.isPending} onClick={() => bankId && look.mutate({ bankId, text, isTrial: true })}>
        {t('查重')}
      </Button>
      <Button type="primary" disabled={!ready} loading={take.isPending} onClick={() => bankId && take.mutate({ bankId, text, isTrial: false })}>
        {t('导入 {{n}} 题', { n: read.length })}
      </Button>
    </div>
  )
  return (
    <Panel open size={720} title={t('粘贴导入')} onClose={onClose} footer={footer}>
      <Stack>
        {error ? <Refused what={t('没有导入')} error={error} /> : null}
        <RefSelect to="questionBank" aria-label={t('题库')} placeholder={t('选择题库')} value={bankId} onChange={setBankId} />
        <label htmlFor={id} className="ql-help">
          {t('每题以“1.”开头，选项以“A.”开头，答案写“答案:AC”，解析写“解析:…”。几道题共用的材料以“材料：”开头，到“材料完”为止。题号相同的会更新。')}
        </label>
        <Input.TextArea id={id} rows={8} value={text} onChange={event => setText(event.target.value)} />
        {found ? <Found found={found} /> : null}
        {read.length ? <Preview read={read} wrong={wrong} /> : null}
      </Stack>
    </Panel>
  )
}
function Found({ found: { added, changed, exact, similar } }: { found: AnswerOf<typeof pasteQuestions> }) {
  const told = [...exact.map(one => t('第 {{no}} 题与 {{like}} 相同', one)), ...similar.map(one => t('第 {{no}} 题与 {{like}} 相近（{{percent}}%）', one))]
  return (
    <Alert
      type={exact.length ? 'error' : told.length ? 'warning' : 'success'}
      showIcon
      title={t('新增 {{n}} 题，更新 {{m}} 题', { n: added, m: changed })}
      description={told.join('；')}
    />
  )
}
function Preview({ read, wrong }: { read: readonly Pasted[]; wrong: number }) {
  return (
    <>
      <Row>
        <span className="ql-help">{t('读到 {{n}} 题', { n: read.length })}</span>
        {wrong ? <State tone="refused">{t('{{n}} 题有问题', { n: wrong })}</State> : null}
      </Row>
      <PlainTable
        label={t('预览')}
        rows={read.map((one, at) => ({ ...one, at }))}
        keyOf={row => row.at}
        isLong
        columns={[
          [t('题号'), row => row.no],
          [t('题型'), row => t(QUESTION_TYPES[row.type])],
          [t('所属材料'), row => row.groupNo ?? '—'],
          [t('题干'), row => row.stem],
          [t('答案'), row => row.answer ?? '—'],
          [t('问题'), row => <Fault of={row} />],
        ]}
      />
    </>
  )
}
function Fault({ of }: { of: Pasted }) {
  const problem = pastedProblem(of)
  return problem ? <State tone="refused">{fill(t(CONTENT_PROBLEMS[problem.rule]), problem.values)}</State> : null
}
