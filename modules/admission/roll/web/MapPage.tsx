import { EntityTable } from '#web/records/EntityTable.tsx'
import { rollMap } from '../model/roll-map.ts'

/** 录取与入学 → 名单对照: how the files of each province are read. */
export default function MapPage() {
  return (
    <EntityTable<typeof rollMap>
      of={rollMap}
      columns={['name', { key: 'province', width: 120 }, { key: 'columns', width: 420, align: 'left' }, { key: 'majors', width: 320, align: 'left' }]}
      form={{ layout: ['name', 'province', 'columns', 'majors'], size: 720 }}
    />
  )
}
