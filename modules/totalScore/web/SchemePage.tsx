import type { ReactNode } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { STUDY } from '../model/rules.ts'
import { activateScheme, closePeriod, endScheme, tsCategory, tsScheme } from '../model/scheme.ts'
import { tsThreshold } from '../model/threshold.ts'
import { periodText } from './periodText.ts'

const VIEWS = { schemes: '考核方案', categories: '考核类别', thresholds: '预警线' } as const
const CHANGES = ['tsScheme']
export const about: PageFile['about'] = () => ({
  use: t('操行分按学期或学年从基础分加减；第二课堂学分累计到毕业，各类有最低要求和最多计分。'),
  who: t('学工处、团委制定；学院、辅导员可以查看。'),
  first: t('先建方案和类别，再到考核项目里设项目，最后启用方案。'),
})
/** 考核方案 */
export default function SchemePage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  if (views.view === 'thresholds') return <Thresholds views={shown} />
  return views.view === 'schemes' ? <Schemes views={shown} /> : <Categories views={shown} />
}
const Schemes = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof tsScheme>
    of={tsScheme}
    title={t('考核方案')}
    views={views}
    columns={[
      { key: 'name', width: 220, align: 'left' },
      { key: 'kind', width: 160 },
      { key: 'period', width: 140 },
      { key: 'baseScore', width: 90 },
      { key: 'minScore', width: 90 },
      { key: 'maxScore', width: 90 },
      { key: 'pointsPerCredit', width: 140 },
      { key: 'state', width: 100 },
      { key: 'closedPeriod', width: 170, render: row => (row.closedPeriod ? periodText(row.closedPeriod) : '—') },
      { key: 'gradeFrom', hidden: true },
      { key: 'gradeTo', hidden: true },
    ]}
    facts={['kind', 'period', 'baseScore']}
    filters={['kind', 'state']}
    form={{
      layout: [
        'name',
        'kind',
        'period',
        { title: '面向', fields: ['gradeFrom', 'gradeTo', 'departmentIds'] },
        { title: '计分', fields: ['baseScore', 'minScore', 'maxScore', { field: 'pointsPerCredit', when: values => values.kind === 'credit' }] },
      ],
    }}
    rowActions={row => [
      <ActionButton key="activate" of={activateScheme} input={{ id: row.id }} changes={CHANGES} />,
      row.period === STUDY ? null : (
        <ActionButton key="close" of={closePeriod} input={{ id: row.id }} changes={CHANGES} confirm={t('结束以后，那段时间的加减分都记入现在的周期，并注明。')} />
      ),
      <ActionButton key="end" of={endScheme} input={{ id: row.id }} changes={CHANGES} confirm={t('停用以后不再记分，已有的积分保留。')} />,
    ]}
  />
)
const Categories = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof tsCategory>
    of={tsCategory}
    title={t('考核类别')}
    views={views}
    columns={[
      { key: 'schemeId', width: 220, align: 'left' },
      { key: 'name', width: 140, align: 'left' },
      { key: 'growthCategory', width: 120 },
      { key: 'requiredMin', width: 110 },
      { key: 'cap', width: 100 },
      { key: 'position', hidden: true },
    ]}
    facts={['schemeId', 'requiredMin', 'cap']}
    filters={['schemeId']}
    form={{ layout: ['schemeId', 'name', 'growthCategory', 'requiredMin', 'cap', 'position'] }}
  />
)
const Thresholds = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof tsThreshold>
    of={tsThreshold}
    title={t('预警线')}
    views={views}
    columns={[
      { key: 'schemeId', width: 220, align: 'left' },
      { key: 'comparison', width: 90 },
      { key: 'value', width: 100 },
      { key: 'action', width: 180 },
      { key: 'isEnabled', width: 80 },
    ]}
    facts={['schemeId', 'value', 'action']}
    filters={['schemeId', 'action', 'isEnabled']}
    form={{ layout: ['schemeId', 'comparison', 'value', 'action', 'isEnabled'] }}
  />
)
