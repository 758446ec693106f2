import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import type { Question } from '../../model/question.ts'
import type { Answers } from '../../model/walk.ts'
import { SurveyForm } from '../form/SurveyForm.tsx'
import style from './design.module.css'

/** The survey as a phone shows it. Nothing that is answered here is sent. */
export function Trial({ questions }: { questions: readonly Question[] }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [isDone, setDone] = useState(false)
  const [round, setRound] = useState(1)
  const again = () => {
    setAnswers({})
    setDone(false)
    setRound(round + 1)
  }
  if (!questions.length)
    return (
      <Sheet>
        <Empty title={t('还没有题目，先加一道')} />
      </Sheet>
    )
  return (
    <div className={style.phone}>
      {isDone ? (
        <Sheet title={t('试填完成，没有留下数据')}>
          <Button onClick={again}>{t('再试一次')}</Button>
        </Sheet>
      ) : (
        <SurveyForm key={round} questions={questions} known={{}} answers={answers} onChange={setAnswers} onSubmit={() => setDone(true)} submitText={t('提交（试填）')} />
      )}
    </div>
  )
}
