import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { useDict } from '#web/values/useDict.ts'
import { applicationStates } from '../../entry/model/application.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { ExamPage } from '../../entry/web/public/ExamPage.tsx'
import { confirmAdmission, declineAdmission } from '../model/confirm-actions.ts'
import { myResult } from '../model/result-actions.ts'
import { VERDICTS } from '../model/run.ts'

type Mine = AnswerOf<typeof myResult>
type Choice = NonNullable<Mine['choices'][number]>
/** 考试报名 → 录取结果: with the reason of each choice. */
export default function MyResultPage() {
  const [params] = useSearchParams()
  const batchId = params.get('batch') ?? ''
  const read = useRead(myResult, { batchId }, { enabled: Boolean(batchId) })
  return <ExamPage title={t('录取结果')}>{batchId ? <Loaded of={read}>{of => <Shown of={of} />}</Loaded> : <Empty title={t('请先在首页选择一次考试')} />}</ExamPage>
}
function Shown({ of }: { of: Mine }) {
  if (!of.publishedAt) return <Empty title={t('录取结果还没有公布，公布后会通知你')} />
  return (
    <Stack>
      <Sheet title={of.name}>
        <Row gap={3} spread="between">
          <b>{of.planLabel ?? t('没有录取到计划')}</b>
          {of.state ? <StateTag of={applicationStates} state={of.state} /> : null}
        </Row>
        {of.offerRound ? <p>{t('有名额空出，你在第 {{n}} 轮被递补录取', { n: of.offerRound })}</p> : null}
        {of.isAdjusted ? <p>{t('你服从调剂，由学校调剂录取')}</p> : null}
        {of.state === 'waitlisted' ? <p>{t('填报的计划名额已满，你在候补名单里')}</p> : null}
        <p className="ql-quiet">{t('{{at}} 公布', { at: formatDatetime(of.publishedAt) })}</p>
      </Sheet>
      <Answer of={of} />
      <Sheet title={t('各志愿的情况')}>
        <ol>
          {of.choices.map(c =>
            c ? (
              <li key={c.planId}>
                <b>{c.label}</b>
                <p>
                  <Reason of={c} isExempt={of.isExempt} />
                </p>
              </li>
            ) : null,
          )}
        </ol>
      </Sheet>
    </Stack>
  )
}
const CONSEQUENCES = {
  single: '确认录取后，不再参加当年的普通高考，也不再参加其他院校的单独招生录取。放弃录取的，名额给候补考生，不能恢复。',
  upgrade: '确认录取后，不再参加当年其他院校的专升本录取。放弃录取的，名额给候补考生，不能恢复。',
  other: '确认录取后，不再参加这次考试的递补。放弃录取的，名额给候补考生，不能恢复。',
} as const
const CHANGES = ['admissionRun', 'examApplication']
/** 30-ES8: until the moment shown; whoever does not answer has no place any more. */
function Answer({ of }: { of: Mine }) {
  if (of.state === 'confirmed') return <Sheet title={t('录取确认')}>{t('你已确认录取，请留意录取通知书。')}</Sheet>
  if (of.state === 'declined') return <Sheet title={t('录取确认')}>{t('你已放弃录取。')}</Sheet>
  if (of.state === 'lapsed') return <Sheet title={t('录取确认')}>{t('没有按时确认，录取已经失效。')}</Sheet>
  if (of.state !== 'admitted' || !of.id || !of.confirmBy) return null
  return (
    <Sheet title={t('录取确认')}>
      <p>{t('请在 {{at}} 前确认，过期作废。', { at: formatDatetime(of.confirmBy) })}</p>
      <p>{t(CONSEQUENCES[of.kind])}</p>
      <Row gap={2}>
        <FormButton of={confirmAdmission} type="primary" input={{ id: of.id }} changes={CHANGES} note={t(CONSEQUENCES[of.kind])} />
        <FormButton of={declineAdmission} input={{ id: of.id }} changes={CHANGES} danger note={t('放弃后不能恢复，名额给候补考生。')} />
      </Row>
    </Sheet>
  )
}
/** The sentence that explains a verdict, from the numbers of the run. */
function Reason({ of, isExempt }: { of: Choice; isExempt: boolean }) {
  const names = new Map(useDict(examSubject).map(i => [i.key, i.label]))
  const verdict = t(VERDICTS[of.verdict])
  const marks = (total: number | null, values: ReadonlyArray<number | null>) =>
    [t('总分 {{n}}', { n: total ?? '—' }), ...of.subjects.flatMap((s, n) => ((values[n] ?? -1) < 0 ? [] : [`${names.get(s ?? '') ?? s} ${values[n]}`]))].join(t('、'))
  if (isExempt && of.verdict === 'admitted') return t('{{verdict}}：免试考生优先录取', { verdict })
  if (of.missed?.subject)
    return t('{{verdict}}：{{subject}}的分数线是 {{line}}，你考了 {{own}}', {
      verdict,
      line: of.missed.min,
      own: of.missed.own,
      subject: names.get(of.missed.subject) ?? of.missed.subject,
    })
  if (of.missed) return t('{{verdict}}：分数线 {{line}}，你{{own}}', { verdict, line: of.missed.min, own: marks(of.total, []) })
  if ((of.verdict === 'full' || of.verdict === 'admitted') && of.lastTotal !== null)
    return t('{{verdict}}：最后录取的{{last}}；你{{own}}', { verdict, last: marks(of.lastTotal, of.lastMarks), own: marks(of.total, of.marks) })
  return verdict
}
