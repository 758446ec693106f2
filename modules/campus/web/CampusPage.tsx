import type { FieldSpec, LayoutOf } from '#web/forms/layout.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { campus } from '../model/places.ts'
import CantonPicker from './CantonPicker.tsx'

export const cantonField: FieldSpec<'cantonCode'> = { field: 'cantonCode', render: props => <CantonPicker {...props} /> }
const LAYOUT: LayoutOf<typeof campus> = [
  { fields: ['code', 'name', cantonField, 'address', 'phone'] },
  { title: '位置', fields: ['lng', 'lat', 'geoRadius'] },
  { title: '显示', fields: ['sort', 'isEnabled'] },
]

export default function CampusPage() {
  return <EntityTable of={campus} columns={['name', 'code', 'address', 'phone', 'geoRadius', 'sort', 'isEnabled']} filters={['isEnabled']} form={{ layout: LAYOUT }} />
}
