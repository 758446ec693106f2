import { Button, Dropdown } from 'antd'
import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { Problem } from '../../model/check-questions.ts'
import { CHOICES, numbersOf, QUESTION_TYPES, type Question, type QuestionType, question } from '../../model/question.ts'
import { QuestionInput } from '../form/QuestionInput.tsx'
import style from './design.module.css'
import { newOption, nextKey } from './keys.ts'
import { QuestionSettings } from './QuestionSettings.tsx'

interface EditorProps {
  questions: readonly Question[]
  /** Without it the questions are only read. */
  onChange: ((next: readonly Question[]) => void) | undefined
  problems: readonly Problem[]
  isFrozen: boolean
}
const fresh = (type: QuestionType, all: readonly Question[]): Question => {
  const options = CHOICES.has(type) || type === 'matrix' ? [newOption([]), newOption([{ key: 'o1' }])] : null
  const more = type === 'matrix' ? { cell: 'single' as const, rows: [{ key: 'r1', label: t('第一行') }] } : {}
  return question({
    key: nextKey(
      'q',
      all.map(q => q.key),
    ),
    type,
    title: type === 'page' ? t('下一部分') : t('新题目'),
    options,
    ...more,
  })
}
/** Questions on the left, the chosen one as it will be seen in the middle, its settings on the right. */
export function Editor({ questions, onChange, problems, isFrozen }: EditorProps) {
  const [at, setAt] = useState(0)
  const chosen = questions[at]
  const numbers = numbersOf(questions)
  const put = (next: Question) => onChange?.(questions.map((q, i) => (i === at ? next : q)))
  const move = (by: number) => {
    const to = at + by
    const other = questions[to]
    if (!chosen || !other) return
    onChange?.(questions.map((q, i) => (i === at ? other : i === to ? chosen : q)))
    setAt(to)
  }
  const insert = (q: Question) => {
    onChange?.([...questions.slice(0, at + 1), q, ...questions.slice(at + 1)])
    setAt(questions.length ? at + 1 : 0)
  }
  const drop = () => {
    onChange?.(questions.filter((_, i) => i !== at))
    setAt(Math.max(0, at - 1))
  }
  const types = Object.entries(QUESTION_TYPES).map(([key, label]) => ({ key, label: t(label) }))
  const mayArrange = onChange !== undefined && !isFrozen
  return (
    <div className={style.designer}>
      <Sheet title={t('题目')} note={t('{{n}} 题', { n: numbers.size })}>
        {mayArrange ? (
          <Dropdown menu={{ items: types, onClick: ({ key }) => insert(fresh(key as QuestionType, questions)) }} trigger={['click']}>
            <Button icon={<Plus size={15} />}>{t('加题')}</Button>
          </Dropdown>
        ) : null}
        <ol className={style.bar}>
          {questions.map((q, i) => (
            <li key={q.key}>
              <button type="button" className={style.entry} aria-current={i === at} data-wrong={problems.some(p => p.key === q.key) || undefined} onClick={() => setAt(i)}>
                <span>{numbers.get(q.key) ?? '–'}</span>
                {q.title}
              </button>
            </li>
          ))}
        </ol>
      </Sheet>
      {chosen ? (
        <>
          <Sheet title={numbers.has(chosen.key) ? `${numbers.get(chosen.key)}. ${chosen.title}` : chosen.title}>
            {chosen.help ? <p className="ql-help">{chosen.help}</p> : null}
            <Looked key={`${chosen.key}${chosen.type}`} of={chosen} />
            {mayArrange ? (
              <Row>
                <Button icon={<ArrowUp size={15} />} aria-label={t('上移')} disabled={at === 0} onClick={() => move(-1)} />
                <Button icon={<ArrowDown size={15} />} aria-label={t('下移')} disabled={at === questions.length - 1} onClick={() => move(1)} />
                <Button
                  icon={<Copy size={15} />}
                  aria-label={t('复制这题')}
                  onClick={() =>
                    insert({
                      ...chosen,
                      key: nextKey(
                        'q',
                        questions.map(q => q.key),
                      ),
                    })
                  }
                />
                <Button icon={<Trash2 size={15} />} aria-label={t('删除这题')} danger onClick={drop} />
              </Row>
            ) : null}
          </Sheet>
          <Sheet title={t('设置')}>
            {onChange ? <QuestionSettings key={chosen.key} of={chosen} before={questions.slice(0, at)} after={questions.slice(at + 1)} isFrozen={isFrozen} onChange={put} /> : null}
          </Sheet>
        </>
      ) : (
        <Sheet>
          <Empty title={t('还没有题目，先加一道')} />
        </Sheet>
      )}
    </div>
  )
}
/** The question as it will be seen; what is answered here goes nowhere. */
function Looked({ of }: { of: Question }) {
  const [answers, setAnswers] = useState({})
  return (
    <Stack gap={2}>
      <QuestionInput of={of} id={`looked-${of.key}`} answers={answers} put={(key, value) => setAnswers(now => ({ ...now, [key]: value }))} />
    </Stack>
  )
}
