import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { scoreRecheck } from '../model/recheck.ts'
import { checkRecheck, confirmRecheck } from '../model/recheck-actions.ts'
import { SCORE_CHANGES } from './changes.ts'

const CHANGES = ['scoreRecheck', ...SCORE_CHANGES]

/** 招生考试 → 成绩复核: marks that applicants doubt. */
export default function RecheckPage() {
  return (
    <EntityTable<typeof scoreRecheck>
      of={scoreRecheck}
      title={t('成绩复核')}
      verbs={['export']}
      columns={[
        { key: 'ksh', width: 160 },
        { key: 'name', width: 110, align: 'left' },
        { key: 'subject', width: 110 },
        { key: 'grounds', width: 130 },
        { key: 'note', width: 180, align: 'left' },
        { key: 'before', width: 90 },
        { key: 'after', width: 100 },
        { key: 'state', width: 120 },
        { key: 'answer', width: 180, align: 'left' },
        { key: 'firstBy', width: 110 },
        { key: 'secondBy', width: 110 },
        { key: 'askedAt', width: 150 },
        ...(['batchId', 'answeredAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['batchId', 'subject', 'grounds', 'state']}
      rowActions={row => (
        <>
          <FormButton
            of={checkRecheck}
            type="primary"
            input={{ id: row.id }}
            changes={CHANGES}
            note={t('只核对合分和漏评、漏登，不重新评卷。与原成绩相同即答复考生；不同的，由另一位老师再复核一次。')}
          />
          <FormButton
            of={confirmRecheck}
            type="primary"
            input={{ id: row.id }}
            changes={CHANGES}
            note={t('看不到第一位老师的结果。两人一致，成绩、总分和位次随即更正；不一致的，重新复核。')}
          />
        </>
      )}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('考生对成绩有疑问，申请核对合分和漏评、漏登。'),
  who: t('招生办；更正成绩须两位老师复核一致。'),
  first: t('调出答卷重新合分，登记复核成绩和答复；正式录取方案提交前要全部答复。'),
})
