import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { batchActions, examBatch } from '../model/batch.ts'

/** 招生考试 → 考试批次. */
export default function BatchPage() {
  return (
    <RoundTable<typeof examBatch>
      title={t('考试批次')}
      of={examBatch}
      actions={batchActions}
      columns={[
        { key: 'kind', width: 110 },
        { key: 'year', width: 80 },
        { key: 'fee', width: 110 },
        { key: 'applicants', width: 100 },
      ]}
      fields={[
        { title: '考试', fields: ['kind', 'year', 'notice'] },
        { title: '审核和缴费', fields: ['reviewTo', 'payTo', 'fee'] },
        { title: '志愿', fields: ['maxChoices', 'adjust'] },
      ]}
      initial={{ year: new Date().getFullYear(), maxChoices: 2, adjust: true, fee: 0 }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每年的单招、专升本考试：报名、审核和缴费的时间，志愿和收费。'),
  who: t('招生办设置。'),
  first: t('从去年的批次“复制”，计划一起带过来；录入招生计划后再发布。'),
})
