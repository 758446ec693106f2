import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { examFormula } from '../model/formula.ts'

/** 招生考试 → 计分规则. */
export default function FormulaPage() {
  return (
    <EntityTable<typeof examFormula>
      of={examFormula}
      title={t('计分规则')}
      verbs={['add', 'update', 'remove', 'export']}
      columns={[
        { key: 'batchId', width: 180, align: 'left' },
        { key: 'subject', width: 140 },
        { key: 'full', width: 100 },
        { key: 'weight', width: 120 },
        { key: 'tieOrder', width: 140 },
      ]}
      filters={['batchId', 'subject']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每个科目的满分、怎样计入总分，总分相同时先比哪一科。'),
  who: t('招生办设置；成绩发布后不能再改。'),
  first: t('按科目逐条录入，录入满分后才能登记成绩。'),
})
