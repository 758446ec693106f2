import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { ExamPage } from '../../entry/web/public/ExamPage.tsx'
import { recheckStates } from '../model/recheck.ts'
import { askRecheck } from '../model/recheck-actions.ts'
import { examScore, FLAGS } from '../model/score.ts'
import { myScores } from '../model/score-actions.ts'

type Mine = AnswerOf<typeof myScores>
/** 考试报名 → 我的成绩: after the publication. */
export default function MyScorePage() {
  const [params] = useSearchParams()
  const batchId = params.get('batch') ?? ''
  const read = useRead(myScores, { batchId }, { enabled: Boolean(batchId) })
  return (
    <ExamPage title={t('我的成绩')}>{batchId ? <Loaded of={read}>{of => <Shown of={of} batchId={batchId} />}</Loaded> : <Empty title={t('请先在首页选择一次考试')} />}</ExamPage>
  )
}
function Shown({ of, batchId }: { of: Mine; batchId: string }) {
  if (!of.scoresAt) return <Empty title={t('成绩还没有发布，发布后会通知你')} />
  if (!of.scores.length) return <Empty title={t('没有你的成绩')} />
  return (
    <Stack>
      <Sheet title={of.name}>
        <p className="ql-quiet">{t('{{at}} 发布', { at: formatDatetime(of.scoresAt) })}</p>
        <PlainTable
          label={t('我的成绩')}
          rows={of.scores}
          keyOf={s => s.subject ?? ''}
          columns={[
            [t('科目'), s => <Value field={examScore.fields.subject} value={s.subject} fieldName="subject" />, { isHead: true }],
            [t('成绩'), s => (s.flag === 'normal' ? s.value : t(FLAGS[s.flag])), { isNumber: true }],
            [t('满分'), s => s.full ?? '—', { isNumber: true }],
          ]}
        />
        <Rechecks of={of} batchId={batchId} />
        {of.rankFrom ? <p>{t('总分 {{total}}，在同类考生中位于第 {{from}}–{{to}} 名', { total: of.total, from: of.rankFrom, to: of.rankTo })}</p> : null}
      </Sheet>
      <Sheet title={t('志愿和分数线')}>
        <PlainTable
          label={t('志愿和分数线')}
          rows={of.choices}
          keyOf={c => c.planId}
          columns={[
            [t('志愿'), c => c.label, { isHead: true }],
            [t('我的总分'), c => c.total ?? '—', { isNumber: true }],
            [t('分数线'), c => c.line ?? t('未划定'), { isNumber: true }],
          ]}
        />
      </Sheet>
    </Stack>
  )
}
/** 30-ES2: marks that were doubted with their answers, and those that still may be. */
function Rechecks({ of, batchId }: { of: Mine; batchId: string }) {
  const shown = of.scores.filter(s => s && (s.recheck || s.mayRecheck))
  if (!shown.length) return null
  return (
    <section aria-label={t('成绩复核')}>
      {of.scores.some(s => s?.mayRecheck) && of.recheckUntil ? (
        <p className="ql-quiet">{t('对成绩有疑问的，{{at}} 前可以申请复核，每科一次。只核对合分和漏评、漏登，不重新评卷。', { at: formatDatetime(of.recheckUntil) })}</p>
      ) : null}
      <Stack gap={2}>
        {shown.map(s =>
          s ? (
            <Row key={s.subject} gap={3} spread="between">
              <b>
                <Value field={examScore.fields.subject} value={s.subject} fieldName="subject" />
              </b>
              {s.recheck ? <StateTag of={recheckStates} state={s.recheck} /> : <FormButton of={askRecheck} input={{ batchId, subject: s.subject ?? '' }} changes={['examScore']} />}
              {s.recheck === 'changed' ? <span>{t('{{from}} 分更正为 {{to}} 分', { from: s.before, to: s.value })}</span> : null}
              {s.answer ? <span className="ql-quiet">{s.answer}</span> : null}
            </Row>
          ) : null,
        )}
      </Stack>
    </section>
  )
}
