import { useSearchParams } from 'react-router'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { awardApplied } from '../model/application.ts'
import { AchievementsInput } from './AchievementsInput.tsx'
import { checkItems } from './checks.ts'

type Mine = MineOf<typeof awardApplied>
const DRAFT = 'award.awardApplication'
const layoutFor = (itemId: string): LayoutOf<typeof awardApplied.apply> => [
  'statement',
  { field: 'evidenceIds', render: props => <AchievementsInput of={props} itemId={itemId} /> },
  'achievements',
  'isOutstanding',
  'proofs',
]
const MINE = '/award/mine'

/** 申报奖项: a form that begins with what the student wrote last time. */
export default function AwardApplyPage() {
  return (
    <ApplyPage of={awardApplied} title={t('申报奖项')} onlyStudents={t('当前账号不是学生，不能申报奖项')} refused={t('这份奖项申报不能修改')} draft={DRAFT}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known, row }: { known: BegunOf<typeof awardApplied>; row: Mine | undefined }) {
  const [params] = useSearchParams()
  const batchId = row?.batchId ?? params.get('batch')
  const itemId = row?.itemId ?? params.get('item')
  if (!batchId || !itemId)
    return (
      <Page title={t('申报奖项')} width="form" back={MINE}>
        <Empty title={t('请从“评奖申报”里选奖项')} />
      </Page>
    )
  return <Asked batchId={batchId} itemId={itemId} known={known} row={row} />
}
function Asked({ batchId, itemId, known, row }: { batchId: string; itemId: string; known: BegunOf<typeof awardApplied>; row: Mine | undefined }) {
  const begun = useBeginning({ draft: `${DRAFT}.${itemId}`, id: row?.id, values: row ?? { ...known, isOutstanding: false, proofs: [], evidenceIds: [] } })
  const state = useApplicationForm({
    of: awardApplied,
    ...begun,
    page: MINE,
    layout: layoutFor(itemId),
    beside: { batchId, itemId },
    changes: ['awardApplication'],
    done: t('申报已提交'),
  })
  const isOutstanding = state.form.values.isOutstanding === true
  const preview = useRead(awardApplied.preview, { id: row?.id ?? null, batchId, itemId, isOutstanding }, { keeps: true }).data ?? undefined
  const words = preview?.statementMax ? t('理由写 {{min}} 到 {{max}} 字', { min: preview.statementMin ?? 0, max: preview.statementMax }) : ''
  return (
    <ApplicationForm
      of={state}
      title={preview ? t('申报{{item}}', { item: preview.itemName }) : t('申报奖项')}
      own={{ path: MINE, label: t('我的评奖申报') }}
      isBlocked={Boolean(preview?.problems.length)}
    >
      {preview ? (
        <>
          <p className="ql-quiet">{[preview.batchName, preview.recipient, words].filter(Boolean).join(' · ')}</p>
          <CheckList of={checkItems(preview.checks)} label={t('条件')} />
        </>
      ) : null}
      <Outcome of={preview}>{preview?.warnings.length ? preview.warnings.join('；') : t('提交后由辅导员和学院审核，学院排名推荐。')}</Outcome>
    </ApplicationForm>
  )
}
