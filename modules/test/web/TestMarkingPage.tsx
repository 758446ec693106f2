import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { useRead } from '#web/records/useRead.ts'
import { markAnswer, readMarking } from '../model/mark-actions.ts'
import { Stem } from './sit/Pictured.tsx'
import style from './sit/sit.module.css'

type Marking = AnswerOf<typeof readMarking>
/** 在线测试 → 阅卷: question by question, without names. */
export default function TestMarkingPage() {
  return (
    <ChosenRowPage title={t('阅卷')} of="testSchedule" label={t('考试')} placeholder={t('选择考试')} none={t('先选择一场考试')}>
      {id => <Marks id={id} />}
    </ChosenRowPage>
  )
}
function Marks({ id }: { id: string }) {
  const [questionId, setQuestionId] = useState<string>()
  const read = useRead(readMarking, { id, ...(questionId ? { questionId } : {}) }, { keeps: true })
  return (
    <Loaded of={read} empty={data => data.questions.length === 0 && t('没有要阅的答案')}>
      {data => {
        const chosen = data.questions.find(one => one.questionId === questionId) ?? data.questions.find(one => one.left > 0)
        return (
          <>
            {data.isDouble ? <p className="ql-help">{t('双评：每份答案由两人分别阅，互相看不到；两人相差超过满分的 {{n}}%，由第三人再阅。', { n: data.gapPercent })}</p> : null}
            <Questions isDouble={data.isDouble} questions={data.questions} onPick={setQuestionId} />
            {chosen ? (
              <Sheet title={chosen.stem} note={t('满分 {{n}}', { n: chosen.full })}>
                <Stem of={{ ...chosen, stem: '' }} />
                {chosen.model ? <p className={`ql-help ${style.stem}`}>{t('参考答案：{{what}}', { what: chosen.model })}</p> : null}
              </Sheet>
            ) : null}
            {data.answers.map(one => (
              <One key={one.id} of={one} full={chosen?.full ?? 0} />
            ))}
            {data.answers.length ? null : <Empty title={t('这道题阅完了')} />}
          </>
        )
      }}
    </Loaded>
  )
}
function Questions({ questions, isDouble, onPick }: { isDouble: boolean; questions: Marking['questions']; onPick: (id: string) => void }) {
  return (
    <Sheet title={t('试题')}>
      <PlainTable
        label={t('试题')}
        rows={questions}
        keyOf={one => one.questionId}
        columns={[
          [
            t('题干'),
            one => (
              <Button type="link" onClick={() => onPick(one.questionId)}>
                {one.stem.slice(0, 40)}
              </Button>
            ),
          ],
          [t('没有阅'), one => one.left, { isNumber: true }],
          [t('已阅'), one => one.done, { isNumber: true }],
          isDouble && [t('等第二人'), one => one.second, { isNumber: true }],
          isDouble && [t('等第三人'), one => one.third, { isNumber: true }],
          [t('你的平均分'), one => one.ownMean ?? '—', { isNumber: true }],
          [t('别人的平均分'), one => one.otherMean ?? '—', { isNumber: true }],
        ]}
      />
    </Sheet>
  )
}
function One({ of: { id, answer }, full }: { of: Marking['answers'][number]; full: number }) {
  const [score, setScore] = useState<number | null>(null)
  const act = useAct(markAnswer, { done: false })
  return (
    <Sheet label={t('答案')}>
      <p className={style.stem}>{answer ?? '—'}</p>
      {act.error ? <Refused what={t('没有评分')} error={act.error} /> : null}
      <Row>
        <InputNumber aria-label={t('得分')} min={0} max={full} step={0.5} value={score} onChange={setScore} />
        <Button type="primary" disabled={score === null} loading={act.isPending} onClick={() => score !== null && act.mutate({ id, score })}>
          {t('评分')}
        </Button>
      </Row>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('给简答和论述评分：一道题一道题地阅，看不到是谁答的。'),
  who: t('考试安排里请来的阅卷人；自己班的答卷由别人阅。'),
  first: t('先选考试，再对着参考答案评分。'),
})
