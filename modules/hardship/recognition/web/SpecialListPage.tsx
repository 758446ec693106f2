import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { specialList } from '../model/special-list.ts'

const VIEWS = {
  matched: { label: '已匹配', where: { 'studentId.isNull': 'false' } },
  missing: { label: '未匹配', where: { 'studentId.isNull': 'true' } },
  all: { label: '全部' },
} as const
/** 困难认定 → 特殊群体名单: imported from the authorities; whom it matches has at least the floor level. */
export default function SpecialListPage() {
  const views = useView(VIEWS, { label: t('特殊群体名单') })
  return (
    <EntityTable<typeof specialList>
      of={specialList}
      title={t('特殊群体名单')}
      views={views}
      columns={[
        { key: 'name', width: 120, align: 'left' },
        { key: 'studentId', width: 140, align: 'left' },
        { key: 'source', align: 'left' },
        { key: 'month', width: 110 },
      ]}
      filters={['source', 'month', 'studentId']}
      form={{ layout: ['name', 'idNo', 'group', 'source', 'month'] }}
    />
  )
}
