import { Alert, Button } from 'antd'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { failureText } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatClock } from '#web/values/format.ts'
import { isGiven } from '../../model/marking.ts'
import { AnswerInput, type Asked } from './AnswerInput.tsx'
import { Stem } from './Pictured.tsx'
import style from './sit.module.css'
import { type TestSheet, useAnswers } from './useAnswers.ts'
import { useWatch } from './useWatch.ts'

interface SittingProps {
  sheet: TestSheet
  device: string
  onDone: () => void
}
const SECOND = 1000
const leftText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / SECOND))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
/** An attempt on the screen: one question after the other, the panel of numbers, the time left and what is saved. */
export function Sitting({ sheet, device, onDone }: SittingProps) {
  const held = useAnswers(sheet, device)
  const [at, setAt] = useState(0)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const now = useServerClock(sheet.now)
  const left = Date.parse(held.deadlineAt) - now
  const isOver = left <= 0 || held.ended !== undefined
  useWatch(sheet, device, !isOver, onDone)
  const question = sheet.questions[at]
  const missing = sheet.questions.filter(q => !isGiven(held.answers.get(q.no)))
  const isForward = sheet.watch.includes('oneByOne')
  if (held.hand.data) {
    const { total, isPassed } = held.hand.data
    return (
      <Sheet title={t('已交卷')}>
        {total === null ? <p>{t('成绩发布后会告诉你。')}</p> : <p>{isPassed ? t('{{n}} 分，合格', { n: total }) : t('{{n}} 分，未合格', { n: total })}</p>}
        <Button type="primary" onClick={onDone}>
          {t('返回')}
        </Button>
      </Sheet>
    )
  }
  return (
    <Stack>
      <div className={style.bar} role="status">
        <strong>{t('剩余 {{time}}', { time: leftText(left) })}</strong>
        <span className="ql-help">
          {held.waiting || held.isOffline ? t('{{n}} 题等待发送', { n: held.waiting }) : held.savedAt ? t('已保存 {{time}}', { time: formatClock(held.savedAt) }) : t('自动保存')}
        </span>
      </div>
      {held.extended.minutes ? (
        <Alert type="info" showIcon title={t('监考老师延长了 {{n}} 分钟', { n: held.extended.minutes })} {...(held.extended.reason && { description: held.extended.reason })} />
      ) : null}
      {held.ended ? <Alert type="warning" showIcon title={failureText(held.ended)} /> : null}
      {left <= 0 ? <Alert type="info" showIcon title={t('时间到，试卷由系统收走')} /> : null}
      {held.hand.error ? <Refused what={t('没有交卷')} error={held.hand.error} /> : null}
      {question ? (
        <One
          sheet={sheet}
          question={question}
          isMarked={marked.has(question.no)}
          onMark={() => setMarked(now => new Set(now.has(question.no) ? [...now].filter(no => no !== question.no) : [...now, question.no]))}
        >
          <AnswerInput
            key={question.no}
            of={question}
            value={held.answers.get(question.no) ?? null}
            isReadOnly={isOver}
            onChange={(next, isTyped) => held.put(question.no, next, isTyped)}
          />
        </One>
      ) : null}
      <Row spread="between">
        <Button disabled={at === 0 || isForward} onClick={() => setAt(at - 1)}>
          {t('上一题')}
        </Button>
        {at < sheet.questions.length - 1 ? (
          <Button type="primary" onClick={() => setAt(at + 1)}>
            {t('下一题')}
          </Button>
        ) : (
          <Button type="primary" disabled={isOver} onClick={() => setAsking(true)}>
            {t('交卷')}
          </Button>
        )}
      </Row>
      {isForward ? null : <Numbers questions={sheet.questions} at={at} answered={no => isGiven(held.answers.get(no))} marked={marked} onPick={setAt} />}
      <Dialog
        open={isAsking}
        title={t('交卷')}
        verb={t('交卷')}
        busy={held.hand.isPending}
        onAct={() => {
          held.submit()
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        {missing.length
          ? t('还有 {{n}} 题没有答：{{numbers}}。交卷后不能再改。', { n: missing.length, numbers: missing.map(q => q.no).join('、') })
          : t('每题都答了。交卷后不能再改。')}
      </Dialog>
      {sheet.watch.includes('watermark') ? (
        <div className={style.watermark} aria-hidden>
          {`${sheet.mark}　`.repeat(60)}
        </div>
      ) : null}
    </Stack>
  )
}
interface OneProps {
  sheet: TestSheet
  question: Asked
  isMarked: boolean
  onMark: () => void
  children: React.ReactNode
}
function One({ sheet, question: q, isMarked, onMark, children }: OneProps) {
  return (
    <Sheet
      title={t('第 {{n}} 题，共 {{all}} 题', { n: q.no, all: sheet.questions.length })}
      note={`${sheet.sections[q.section - 1] ?? ''} · ${t('{{n}} 分', { n: q.score })}`}
      actions={
        <Button type={isMarked ? 'primary' : 'text'} icon={<Flag size={15} />} aria-pressed={isMarked} onClick={onMark}>
          {t('标记')}
        </Button>
      }
    >
      <Stem of={q} />
      {children}
    </Sheet>
  )
}
interface NumbersProps {
  questions: readonly Asked[]
  at: number
  answered: (no: number) => boolean
  marked: ReadonlySet<number>
  onPick: (at: number) => void
}
function Numbers({ questions, at, answered, marked, onPick }: NumbersProps) {
  return (
    <nav aria-label={t('题号')} className={style.numbers}>
      {questions.map((q, i) => (
        <button
          key={q.no}
          type="button"
          className={style.number}
          aria-current={i === at}
          data-answered={answered(q.no) || undefined}
          data-marked={marked.has(q.no) || undefined}
          aria-label={`${t('第 {{n}} 题', { n: q.no })}${answered(q.no) ? t('，已答') : t('，未答')}${marked.has(q.no) ? t('，有标记') : ''}`}
          onClick={() => onPick(i)}
        >
          {q.no}
        </button>
      ))}
    </nav>
  )
}
