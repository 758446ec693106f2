import { TreePage } from '#web/records/TreePage.tsx'
import { department } from '../model/organisation.ts'

/** 部门: the tree at the left, the chosen department at the right. */
export default function DepartmentPage() {
  return (
    <TreePage
      of={department}
      note={node => node.code}
      layout={[
        { fields: ['code', 'name', 'shortName', 'deptType', 'parentId'] },
        { title: '负责', fields: ['leaderId', 'studentAffairsLeadId', 'phone', 'campusId'] },
        { title: '显示', fields: ['sort', 'isEnabled'] },
      ]}
    />
  )
}
