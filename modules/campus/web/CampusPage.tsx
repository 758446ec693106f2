import { EntityTable } from '#web/records/EntityTable.tsx'
import { campus } from '../model/places.ts'
import CantonPicker from './CantonPicker.tsx'

export const cantonField = { field: 'cantonCode', render: (props: Parameters<typeof CantonPicker>[0]) => <CantonPicker {...props} /> }
const LAYOUT = [
  { fields: ['code', 'name', cantonField, 'address', 'phone'] },
  { title: '位置', fields: ['lng', 'lat', 'geoRadius'] },
  { title: '显示', fields: ['sort', 'isEnabled'] },
]

export default function CampusPage() {
  return <EntityTable of={campus} columns={['name', 'code', 'address', 'phone', 'geoRadius', 'sort', 'isEnabled']} filters={['isEnabled']} form={{ layout: LAYOUT }} />
}
