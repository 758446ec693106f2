import { collegeFilter } from '#modules/campus/web/grades.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { enlistTarget } from '../model/target.ts'

/** 参军入伍 → 征兵任务: how many of each college are to enlist. */
export default function TargetPage() {
  return (
    <EntityTable<typeof enlistTarget>
      of={enlistTarget}
      columns={['year', 'departmentId', 'target']}
      filters={['year', collegeFilter]}
      form={{ layout: ['year', 'departmentId', 'target'] }}
    />
  )
}
