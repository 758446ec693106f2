import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { appointmentImport } from '../model/appointment-import.ts'

export const about: PageFile['about'] = () => ({
  use: t('启用系统时，把已经在任的和以前任过职的学生一次导入，不再逐个走审批。'),
  who: t('团委导入全校的，辅导员导入所带班级的。'),
  first: t('先建好组织、岗位和届次。还没有就任的不能导入，在“岗位”里任命。'),
})
/** 学生组织 → 任职导入: lines of sheets; what became of them stands in 任职. */
export default function AppointmentImportPage() {
  return (
    <EntityTable<typeof appointmentImport>
      of={appointmentImport}
      title={t('任职导入')}
      columns={[
        { key: 'orgId', width: 200, align: 'left' },
        { key: 'unit', width: 120 },
        { key: 'post', width: 120, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'from', width: 120 },
        { key: 'to', width: 120 },
      ]}
      filters={['orgId', 'studentId', 'from']}
      facts={['orgId', 'post', 'to']}
      form={{ layout: ['orgId', 'unit', 'post', 'studentId', 'from', 'to'] }}
    />
  )
}
