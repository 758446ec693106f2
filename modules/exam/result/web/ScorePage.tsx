import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, permissionOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMay } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { examScore, FLAGS, type Flag } from '../model/score.ts'
import { ENTER, enterScores, publishScores, scoreBoard, scoreDifferences, voidScore } from '../model/score-actions.ts'
import { SCORE_CHANGES } from './changes.ts'

/** 招生考试 → 成绩: entered twice, compared, published. */
export default function ScorePage() {
  const may = useMay()
  return (
    <Stack>
      {may(ENTER) ? <Entering /> : null}
      {may('exam:examScore:list') ? (
        <EntityTable<typeof examScore>
          of={examScore}
          title={t('成绩')}
          verbs={['export']}
          columns={[
            { key: 'ksh', width: 160 },
            { key: 'name', width: 110, align: 'left' },
            { key: 'subject', width: 120 },
            { key: 'value', width: 90 },
            { key: 'flag', width: 100 },
            { key: 'isDiffering', width: 110 },
            { key: 'firstBy', width: 120 },
            { key: 'secondBy', width: 120 },
            { key: 'voidReason', width: 200, align: 'left' },
            { key: 'batchId', hidden: true },
          ]}
          filters={['batchId', 'subject', 'flag', 'isDiffering']}
        />
      ) : null}
    </Stack>
  )
}
type Board = AnswerOf<typeof scoreBoard>
function Entering() {
  const may = useMay()
  const [params, , put] = useOwnParams()
  const asked = params.get('batch')
  const read = useRead(scoreBoard, asked ? { batchId: asked } : {})
  return (
    <Loaded of={read} empty={of => !of.batchId && t('还没有考试批次')}>
      {of => (
        <Stack>
          <Sheet
            title={t('登记进度')}
            actions={<RefSelect to="examBatch" aria-label={t('考试批次')} value={of.batchId} allowClear={false} onChange={id => put({ batch: id ?? undefined })} />}
          >
            <Progress of={of} />
          </Sheet>
          {of.batchId && of.subjects.some(s => s?.differing) && may(permissionOf(scoreDifferences) ?? '') ? <Differences batchId={of.batchId} /> : null}
        </Stack>
      )}
    </Loaded>
  )
}
function Progress({ of }: { of: Board }) {
  const batchId = of.batchId ?? ''
  return (
    <Stack>
      <p className="ql-quiet">
        {of.scoresAt ? t('成绩已在 {{at}} 发布，不能再改', { at: formatDatetime(of.scoresAt) }) : t('每科由两位老师各登记一次，互相看不到；一致的才算成绩。')}
      </p>
      <PlainTable
        label={t('登记进度')}
        rows={of.subjects}
        keyOf={s => s.subject ?? ''}
        empty={t('还没有报名完成的考生')}
        columns={[
          [t('科目'), s => <Value field={examScore.fields.subject} value={s.subject} fieldName="subject" />, { isHead: true }],
          [t('满分'), s => s.full ?? t('未设置'), { isNumber: true }],
          [t('应考'), s => s.expected, { isNumber: true }],
          [t('登记一次'), s => s.once, { isNumber: true }],
          [t('登记两次'), s => s.both, { isNumber: true }],
          [t('不一致'), s => s.differing, { isNumber: true }],
        ]}
      />
      {of.scoresAt ? null : (
        <Row gap={2}>
          <FormButton of={enterScores} type="primary" input={{ batchId }} changes={SCORE_CHANGES} note={t('整批登记：有一行不对，全部不登记。自己登记过的可以再贴一次更正。')} />
          <ActionButton of={publishScores} input={{ batchId }} changes={SCORE_CHANGES} confirm={t('发布后考生马上看到成绩，成绩和计分规则不能再改。')} />
        </Row>
      )}
    </Stack>
  )
}
const said = (value: number | null, flag: Flag | null) => (flag && flag !== 'normal' ? t(FLAGS[flag]) : (value ?? '—'))
/** 30-ES1 */
function Differences({ batchId }: { batchId: string }) {
  const read = useRead(scoreDifferences, { batchId })
  return (
    <Sheet title={t('两次不一致')}>
      <p className="ql-quiet">{t('登记错的老师更正自己的那一次；说不清的，查卷后作废，两人重新登记。')}</p>
      <Loaded of={read}>
        {rows => (
          <PlainTable
            label={t('两次不一致')}
            rows={rows}
            keyOf={r => r.id}
            isLong
            columns={[
              [t('考生号'), r => r.ksh, { isHead: true }],
              [t('姓名'), r => r.name],
              [t('科目'), r => <Value field={examScore.fields.subject} value={r.subject} fieldName="subject" />],
              [t('第一次'), r => `${said(r.entry1, r.flag1)}　${r.firstName ?? ''}`],
              [t('第二次'), r => `${said(r.entry2, r.flag2)}　${r.secondName ?? ''}`],
              [t('操作'), r => (r.isOwn ? t('由没有登记过的老师作废') : <FormButton of={voidScore} input={{ id: r.id }} changes={SCORE_CHANGES} danger />)],
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('登记各科成绩，核对两次登记，发布给考生。'),
  who: t('招生办；同一科由两位老师分别登记。'),
  first: t('先设置计分规则，再粘贴成绩；全部一致后发布。'),
})
