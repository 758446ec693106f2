import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { examPlan } from '../model/plan.ts'
import { QuotasInput } from './plan/QuotasInput.tsx'

/** 招生考试 → 招生计划. */
export default function PlanPage() {
  return (
    <EntityTable<typeof examPlan>
      of={examPlan}
      title={t('招生计划')}
      verbs={['add', 'update', 'remove', 'export']}
      columns={[
        { key: 'batchId', width: 180, align: 'left' },
        { key: 'code', width: 100 },
        { key: 'majorId', width: 200, align: 'left' },
        { key: 'campusId', width: 120 },
        { key: 'places', width: 90 },
        { key: 'firstChoices', width: 90 },
        { key: 'subjects', width: 220, align: 'left' },
        { key: 'tuition', hidden: true },
        { key: 'requirements', hidden: true },
      ]}
      filters={['batchId', 'majorId', 'campusId']}
      form={{
        layout: ['batchId', 'code', 'majorId', 'campusId', { field: 'quotas', render: props => <QuotasInput {...props} /> }, 'subjects', 'requirements', 'tuition'],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各专业在一次考试里招多少人、招哪几类考生、考哪些科目。'),
  who: t('招生办录入，考生报名时看到。'),
  first: t('按专业逐条录入，名额按考生类别分开写。'),
})
