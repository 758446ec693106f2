import { Select } from 'antd'
import type { Row } from '#model'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { datasets, makeExport } from '../model/actions.ts'
import { exportProfile } from '../model/profile.ts'
import { ExportButton } from './ExportButton.tsx'
import { MappingInput } from './MappingInput.tsx'

type Profile = Row<typeof exportProfile>
const LAYOUT: LayoutOf<typeof exportProfile> = [
  { fields: ['code', 'name', 'target', { field: 'dataset', render: drawn => <DatasetInput {...drawn} /> }, 'validFrom', 'isEnabled'] },
  {
    title: '文件',
    fields: [
      'format',
      { field: 'charset', when: v => v.format === 'csv' || v.format === 'txt' },
      { field: 'delimiter', when: v => v.format === 'txt' },
      'headerRows',
      'sumRow',
      'splitBy',
      { field: 'maxRows', when: v => v.splitBy === 'rows' },
      'fileNamePattern',
    ],
  },
  { title: '列', note: t('上传对方的空模板，读出表头，再把每一列对到字段。'), fields: [{ field: 'columns', render: drawn => <MappingInput {...drawn} /> }] },
]
/** 导出方案 → 方案: how receivers want their files. */
export default function ProfilePage() {
  const { data } = useRead(datasets, {})
  const owned = new Set(data?.filter(d => d.isOwned).map(d => d.code))
  return (
    <EntityTable<typeof exportProfile>
      of={exportProfile}
      columns={[
        { key: 'name', align: 'left' },
        { key: 'code', width: 160, align: 'left' },
        { key: 'target', width: 130 },
        { key: 'dataset', width: 140, render: row => data?.find(d => d.code === row.dataset)?.label ?? row.dataset },
        { key: 'format', width: 90 },
        { key: 'revision', width: 80 },
        { key: 'validFrom', width: 120 },
        { key: 'isEnabled', width: 90 },
      ]}
      filters={['target', 'format', 'isEnabled']}
      form={{ size: 720, layout: LAYOUT }}
      rowActions={(row: Profile) => (owned.has(row.dataset) ? null : <ExportButton of={makeExport} profile={row} />)}
    />
  )
}
function DatasetInput({ id, value, onChange, disabled }: DrawnInput) {
  const { data = [] } = useRead(datasets, {})
  return <Select id={id} value={value as string | undefined} onChange={onChange} disabled={disabled} options={data.map(d => ({ value: d.code, label: d.label }))} />
}
