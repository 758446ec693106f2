import { Alert, Button, Progress } from 'antd'
import { useId, useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { type AnswerProblem, settle } from '../../model/answers.ts'
import { isSilent, numbersOf, type Question } from '../../model/question.ts'
import { type Answers, pagesOf } from '../../model/walk.ts'
import { faultText } from '../labels.ts'
import { QuestionInput } from './QuestionInput.tsx'

interface SurveyFormProps {
  questions: readonly Question[]
  known: Readonly<Record<string, string>>
  answers: Answers
  onChange: (answers: Answers) => void
  /** After each page. */
  onPage?: (() => void) | undefined
  onSubmit: (answers: Answers) => void
  isSending?: boolean
  submitText: string
}
/** A survey page by page: the questions that the answers so far lead to. */
export function SurveyForm({ questions, known, answers, onChange, onPage, onSubmit, isSending = false, submitText }: SurveyFormProps) {
  const [at, setAt] = useState(0)
  const [problems, setProblems] = useState<readonly AnswerProblem[]>([])
  const settled = settle(questions, answers)
  const pages = pagesOf(settled.path)
  const page = pages[Math.min(at, pages.length - 1)] ?? []
  const isLast = at >= pages.length - 1
  const go = () => {
    const here = new Set(page.map(q => q.key))
    const own = settled.problems.filter(p => isLast || here.has(p.key))
    setProblems(own)
    if (own.length) return
    if (isLast) return onSubmit(settled.kept)
    onPage?.()
    setAt(at + 1)
  }
  return (
    <Stack>
      {pages.length > 1 ? <Progress percent={percentOf(at + 1, pages.length) ?? 0} format={() => `${at + 1}/${pages.length}`} aria-label={t('进度')} /> : null}
      {problems.length ? <Alert type="error" showIcon title={t('还有题目没有答好')} description={problems.map(faultText).join('；')} /> : null}
      {page.map(q => (
        <Asked key={q.key} of={q} number={numbersOf(questions).get(q.key)} known={known[q.key]} answers={answers} put={(key, value) => onChange({ ...answers, [key]: value })} />
      ))}
      <Row spread="between">
        {at > 0 ? <Button onClick={() => setAt(at - 1)}>{t('上一页')}</Button> : <span />}
        <Button type="primary" loading={isSending} onClick={go}>
          {isLast ? submitText : t('下一页')}
        </Button>
      </Row>
    </Stack>
  )
}
interface AskedProps {
  of: Question
  number: number | undefined
  known: string | undefined
  answers: Answers
  put: (key: string, value: unknown) => void
}
function Asked({ of: q, number, known, answers, put }: AskedProps) {
  const id = useId()
  return (
    <Sheet title={isSilent(q) ? q.title : `${number}. ${q.title}${q.required ? ' *' : ''}`}>
      {q.help ? <p className="ql-help">{q.help}</p> : null}
      {q.prefill ? <p>{known || '—'}</p> : <QuestionInput of={q} id={id} answers={answers} put={put} />}
    </Sheet>
  )
}
