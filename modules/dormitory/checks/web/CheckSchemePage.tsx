import { audienceInput } from '#modules/system/web/AudienceInput.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { FULL, GRADE_LIMITS } from '../model/items.ts'
import { checkTaskActions } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import { DEFAULT_ITEMS } from '../model/usual-items.ts'
import { GradesInput } from './GradesInput.tsx'
import { ItemsInput } from './ItemsInput.tsx'

/** 宿舍管理 → 检查方案: items and deductions. A new one starts with the default hundred points. */
export default function CheckSchemePage() {
  return (
    <EntityTable<typeof checkScheme>
      of={checkScheme}
      title={t('检查方案#many')}
      columns={[
        { key: 'name', width: 200, align: 'left', render: row => t(row.name) },
        { key: 'kind', width: 110 },
        { key: 'itemCount', width: 110 },
        { key: 'cycle', width: 120 },
        { key: 'isAutomatic', width: 130 },
        { key: 'isEnabled', width: 110 },
      ]}
      filters={['kind', 'isEnabled']}
      detail={{ sections: [{ title: t('方案'), fields: ['name', 'kind', 'cycle', 'itemCount', 'isEnabled', 'isAutomatic', 'scopeKind', 'samplePercent', 'blind'] }] }}
      form={{
        size: 720,
        layout: [
          { title: '方案', fields: ['name', 'kind', 'cycle', 'isEnabled'] },
          {
            title: '检查项目',
            note: t('各项满分合计 {{n}} 分。公共项目查房间一次，个人项目按床位各查一次。', { n: FULL }),
            fields: [{ field: 'items', render: props => <ItemsInput {...props} /> }],
          },
          {
            title: '按周期派任务',
            fields: [
              'isAutomatic',
              { field: 'scopeKind', when: v => v.isAutomatic === true },
              { field: 'samplePercent', when: v => v.isAutomatic === true && v.scopeKind === 'sample' },
              { field: 'blind', when: v => v.isAutomatic === true },
              { field: 'checkers', when: v => v.isAutomatic === true, render: audienceInput(checkTaskActions.publish.permission) },
            ],
          },
          { title: '等级', fields: [{ field: 'grades', render: props => <GradesInput {...props} /> }] },
        ],
        initial: { kind: 'health', cycle: 'weekly', isEnabled: true, isAutomatic: false, checkers: { roles: ['dormManager'] }, items: DEFAULT_ITEMS, grades: GRADE_LIMITS },
      }}
    />
  )
}
