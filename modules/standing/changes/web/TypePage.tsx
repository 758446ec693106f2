import { EntityTable } from '#web/records/EntityTable.tsx'
import { changeType } from '../model/change-type.ts'

/** 学籍异动 → 异动类型: what each kind makes of a student, and what it asks for. */
export default function TypePage() {
  return (
    <EntityTable<typeof changeType>
      of={changeType}
      columns={[
        'name',
        'nationalCode',
        'beginner',
        'toStatus',
        'placement',
        'asksUntil',
        'asksProof',
        'nationalSync',
        { key: 'rule', width: 320, align: 'left' },
        'isEnabled',
        { key: 'code', hidden: true },
      ]}
      filters={['beginner', 'toStatus', 'isEnabled']}
      form={{
        layout: [
          { title: '类型', fields: ['code', 'name', 'nationalCode', 'sort', 'beginner', 'isEnabled'] },
          { title: '变动', fields: ['fromStatuses', 'toStatus', 'placement', 'nationalSync'] },
          { title: '须填', fields: ['asksUntil', 'asksProof', 'asksSchool', 'rule'] },
        ],
      }}
    />
  )
}
