import { EntityTable } from '#web/records/EntityTable.tsx'
import { accessPerson } from '../model/access-event.ts'

/** 宿舍管理 → 安全门禁 → 人员编号: card numbers mapped to students. */
export default function PersonNoPage() {
  return <EntityTable of={accessPerson} columns={['personNo', 'studentId', { key: 'note', align: 'left', width: 240 }]} form={{ layout: ['personNo', 'studentId', 'note'] }} />
}
