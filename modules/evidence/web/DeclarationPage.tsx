import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { evidenceDeclaration } from '../model/declaration.ts'

/** 学生成长 → 自主申报: what students have declared. */
export default function DeclarationPage() {
  return (
    <EntityTable<typeof evidenceDeclaration>
      of={evidenceDeclaration}
      toolbar={<ApprovalsLink of="evidenceDeclaration" />}
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 130 },
        { key: 'kind', width: 100 },
        { key: 'title', width: 280, align: 'left' },
        { key: 'level', width: 90 },
        { key: 'place', width: 90 },
        { key: 'occurredOn', width: 120 },
        { key: 'state', width: 100 },
        { key: 'createdAt', title: t('申报时间'), width: 160 },
      ]}
      facts={['kind', 'title', 'createdAt']}
      filters={['studentId', 'classId', 'kind', 'state', 'occurredOn']}
    />
  )
}
