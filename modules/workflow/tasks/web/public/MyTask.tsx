import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, Fields } from '#model'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import style from '../../../applications/web/public/own.module.css'
import { AnswerPanel } from '../AnswerPanel.tsx'

/** What every answer of `mine` has. */
export interface OwnTask {
  name: string
  endTime: string
  canChange: boolean
  answer: (FormValues & { version: number }) | null
}
interface MyTaskProps {
  of: Action<Fields, Fields>
  task: OwnTask
  round: Readonly<Record<string, string>>
  /** Fields of the form, and their arrangement. */
  asked: Fields
  layout?: FormLayout
  /** Whether the answer stands; where there is one, it does. */
  isAnswered?: boolean
  /** What the answer says, in a few words. */
  summary: (answer: FormValues) => string
  /** Values the form begins with where it is pressed without others. */
  initial?: FormValues
  /** Buttons instead of the one that opens the form. */
  acts?: (fill: (values: FormValues) => void) => ReactNode
  children?: ReactNode
}
/** One of one's own tasks: what was answered, or until when to answer, and the form. */
export function MyTask({ of, task, round, asked, layout, isAnswered = task.answer !== null, summary, initial, acts, children }: MyTaskProps) {
  const [filled, setFilled] = useState<FormValues>()
  const { name, answer } = task
  return (
    <Sheet title={name} actions={<State tone={isAnswered ? 'done' : 'attention'}>{answer && isAnswered ? summary(answer) : t('未填写')}</State>} className={style.item}>
      {children}
      {isAnswered ? null : <p className={style.over}>{t('{{time}} 前填写', { time: formatDatetime(task.endTime) })}</p>}
      {task.canChange ? (
        <footer>
          {acts?.(setFilled) ?? (
            <Button type={isAnswered ? 'default' : 'primary'} onClick={() => setFilled(answer ?? initial ?? {})}>
              {isAnswered ? t('修改') : t('填写')}
            </Button>
          )}
        </footer>
      ) : null}
      {filled ? (
        <AnswerPanel
          of={of}
          round={round}
          title={name}
          asked={asked}
          layout={layout}
          initial={filled}
          version={answer?.version}
          summary={summary}
          onClose={() => setFilled(undefined)}
        />
      ) : null}
    </Sheet>
  )
}
