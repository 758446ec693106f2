import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { FilesInput } from '#web/inputs/FilesInput.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { type ownScores, selfScore } from '../model/actions.ts'

export type Own = NonNullable<AnswerOf<typeof ownScores>[number]>
/** The student's own score of an index, with its proof. */
export function SelfScore({ schemeId, own, label }: { schemeId: string; own: Own; label: string }) {
  const [score, setScore] = useState<number | null>(own.score)
  const [proofs, setProofs] = useState<string[]>((own.proofs ?? []).flatMap(p => p ?? []))
  const save = useAct(selfScore, { done: t('已保存'), changes: ['cqaSheet', 'cqaScore'] })
  return (
    <Stack gap={2}>
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      <Row gap={2}>
        <InputNumber aria-label={t('{{label}}自评', { label })} placeholder={t('自评')} min={own.min ?? 0} max={own.max ?? 0} precision={2} value={score} onChange={setScore} />
        <Button
          loading={save.isPending}
          disabled={score === null}
          onClick={() => score !== null && save.mutate({ schemeId, indexId: own.indexId, score, proofs, version: own.version })}
        >
          {t('保存')}
        </Button>
      </Row>
      {own.needsProof ? <FilesInput id={`proofs-${own.indexId}`} disabled={false} field={selfScore.input.proofs} value={proofs} onChange={next => setProofs(next)} /> : null}
      {own.needsProof && !proofs.length ? <span className="ql-help">{t('这一项要附证明，没有证明先计 0 分')}</span> : null}
    </Stack>
  )
}
