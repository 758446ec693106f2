import { Alert, Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { checkRecheck, readRecheck } from '../../model/recheck-actions.ts'
import { LookedQuestion } from '../sit/LookedQuestion.tsx'

type Paper = AnswerOf<typeof readRecheck>
/** The paper whose score is doubted; while nobody has answered, with new scores for what people marked. */
export function RecheckPaper({ id, isOpen }: { id: string; isOpen: boolean }) {
  const may = useCan(checkRecheck.permission)
  const read = useRead(readRecheck, { id }, { enabled: may })
  return may ? <Loaded of={read}>{paper => <Checked id={id} paper={paper} isOpen={isOpen && !paper.isOwnMark} isOwnMark={isOpen && paper.isOwnMark} />}</Loaded> : null
}
function Checked({ id, paper, isOpen, isOwnMark }: { id: string; paper: Paper; isOpen: boolean; isOwnMark: boolean }) {
  const [scores, setScores] = useState<Readonly<Record<number, number>>>({})
  const [answer, setAnswer] = useState('')
  const act = useAct(checkRecheck, { changes: ['testRecheck', 'testCandidate', 'testAttempt'] })
  const marks = Object.entries(scores).map(([no, score]) => ({ no: Number(no), score }))
  const rescored = (no: number, score: number | null) => setScores(({ [no]: _former, ...rest }) => (score === null ? rest : { ...rest, [no]: score }))
  return (
    <>
      {isOwnMark ? <Alert type="info" showIcon title={t('你评过这份答卷，复核由另一位老师办理')} /> : null}
      {paper.questions.map(q => (
        <div key={q.no}>
          <LookedQuestion of={q} />
          {isOpen && paper.byHand.includes(q.no) ? (
            <Row>
              <span>{t('改为')}</span>
              <InputNumber
                aria-label={t('第 {{n}} 题得分', { n: q.no })}
                min={0}
                max={q.score}
                step={0.5}
                value={scores[q.no] ?? null}
                placeholder={String(q.got ?? '')}
                onChange={score => rescored(q.no, score)}
              />
            </Row>
          ) : null}
        </div>
      ))}
      {isOpen ? (
        <>
          <Input.TextArea
            aria-label={t('答复')}
            placeholder={t('写明复核了哪些题、为什么改或不改，考生会看到')}
            rows={3}
            maxLength={300}
            value={answer}
            onChange={e => setAnswer(e.target.value)}
          />
          {act.error ? <Refused what={t('没有答复')} error={act.error} /> : null}
          <Button type="primary" disabled={answer.trim().length < 2} loading={act.isPending} onClick={() => act.mutate({ id, answer: answer.trim(), marks })}>
            {marks.length ? t('改分并答复') : t('不改分，答复')}
          </Button>
        </>
      ) : null}
    </>
  )
}
