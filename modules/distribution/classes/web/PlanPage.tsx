import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { copyPlan } from '../model/actions.ts'
import { distributionPlan, USUAL_BALANCE } from '../model/plan.ts'
import { PlanView } from './PlanView.tsx'
import { ScoreFactInput } from './ScoreFactInput.tsx'

export const about: PageFile['about'] = () => ({
  use: t('把还没有班级的新生按规则编入各班：性别、生源地、成绩、民族都均衡，可以照顾同班和分班的要求。发布前反复试分，不影响学生。'),
  who: t('学工处和招生办。'),
  first: t('先在基础数据里建好新年级的班级，再新建方案、试分、调整个别学生，最后发布。'),
})
/** 分班与学号 → 分班: the plans, and one of them. */
export default function PlanPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('plan')
  const open = (plan: string | undefined) => put({ plan, view: undefined, class: undefined })
  if (id) return <PlanView key={id} id={id} onBack={() => open(undefined)} />
  return (
    <EntityTable<typeof distributionPlan>
      of={distributionPlan}
      title={t('分班')}
      columns={[
        { key: 'name', width: 220, align: 'left' },
        { key: 'grade', width: 90 },
        { key: 'balance', width: 220 },
        { key: 'studentCount', width: 90 },
        { key: 'placedCount', width: 90 },
        { key: 'previewedAt', width: 160 },
        { key: 'publishedAt', width: 160 },
        { key: 'publishedBy', width: 110, hidden: true },
        { key: 'state', width: 110 },
      ]}
      facts={['studentCount', 'placedCount']}
      filters={['grade', 'state', 'publishedAt']}
      onOpen={row => open(row.id)}
      form={{
        size: 720,
        layout: [
          {
            fields: [
              'name',
              'grade',
              { field: 'gradeMajorIds', where: v => ({ grade: String(v.grade ?? '') }) },
              { field: 'classIds', where: v => ({ grade: String(v.grade ?? '') }) },
            ],
          },
          { title: '规则', fields: ['balance', { field: 'scoreFact', render: props => <ScoreFactInput {...props} /> }, 'seed'] },
        ],
        initial: { balance: [...USUAL_BALANCE], seed: 1 },
      }}
      rowActions={row => [
        { label: t('打开'), onClick: () => open(row.id) },
        <ActionButton key="copy" of={copyPlan} input={{ id: row.id }} confirm={t('复制“{{name}}”的班级和规则，作为新的草稿。', { name: row.name })} onDone={made => open(made.id)}>
          {t('复制')}
        </ActionButton>,
      ]}
    />
  )
}
