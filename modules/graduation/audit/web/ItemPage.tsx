import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { graduationItem } from '../model/item.ts'

const VIEWS = { audit: { label: '毕业审核', where: { use: 'audit' } }, leaving: { label: '离校手续', where: { use: 'leaving' } } } as const

/** 毕业管理 → 毕业事项: what is looked at, what blocks and what only warns. */
export default function ItemPage() {
  return (
    <EntityTable<typeof graduationItem>
      of={graduationItem}
      title={t('毕业事项')}
      views={useView(VIEWS)}
      columns={[{ key: 'name', width: 180, align: 'left' }, { key: 'code', width: 140 }, 'isBlocking', 'isEnabled', 'isDeclared', { key: 'isWarningOnly', hidden: true }, 'sort']}
      filters={['isEnabled', 'isDeclared']}
      form={{ layout: [{ title: '事项', fields: ['name', 'code', 'use', 'isBlocking', 'isEnabled', 'sort'] }] }}
    />
  )
}
