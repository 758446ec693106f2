import type { LayoutOf } from '#web/forms/layout.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { major } from '../model/organisation.ts'

const LAYOUT: LayoutOf<typeof major> = [
  { fields: ['code', 'name', 'shortName', 'nationalCode'] },
  { title: '归属', fields: [{ field: 'departmentId', where: () => ({ deptType: '1' }) }, 'parentMajorId'] },
  { title: '培养', fields: ['level', 'duration', 'maxYears', 'degreeCode'] },
  'isEnabled',
]

export default function MajorPage() {
  return (
    <EntityTable
      of={major}
      columns={['name', 'code', 'shortName', 'nationalCode', 'departmentId', 'level', 'duration', 'maxYears', 'parentMajorId', 'isEnabled']}
      filters={[{ field: 'departmentId', where: () => ({ deptType: '1' }) }, 'level', 'isEnabled']}
      form={{ layout: LAYOUT }}
    />
  )
}
