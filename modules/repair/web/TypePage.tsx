import { TreePage } from '#web/records/TreePage.tsx'
import { repairType } from '../model/faults.ts'

/** 类型: the tree at the left, the chosen type at the right. */
export default function TypePage() {
  return (
    <TreePage
      of={repairType}
      note={node => node.code}
      layout={[
        { fields: ['code', 'name', 'parentId', 'keywords', 'sort', 'isEnabled'] },
        { title: '派单', fields: ['defaultUrgencyId', 'mode', 'teamId', 'usualMinutes'] },
        { title: '报修人', fields: ['chargeable', 'formJson', 'selfHelp'] },
      ]}
    />
  )
}
