import { BadgeCheck } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { CORRECTED_FIELDS } from '#modules/student/model/fields.ts'
import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { infoApplication, markInfoSynced } from '../model/application.ts'
import { infoChange } from '../model/info-change.ts'

const VIEWS = {
  all: { label: '全部' },
  open: { label: '审批中', where: { state: ['pending', 'returned'] }, sort: ['createdAt'] },
  sync: { label: '待标注', where: { nationalSync: 'todo' }, sort: ['effectiveAt'] },
} as const
const CHANGES = ['student', ...CASE_CHANGES] as const

/** 学籍 → 信息变更: changes in the reader's scope, both values side by side. */
export default function InformationPage() {
  const views = useView(VIEWS)
  const [params] = useOwnParams()
  const studentId = params.get('studentId')
  return (
    <EntityTable<typeof infoChange>
      of={infoChange}
      title={t('信息变更')}
      views={views}
      toolbar={
        <>
          <ApprovalsLink of="infoChange" />
          <FormButton
            of={infoApplication.applyFor}
            input={studentId ? { studentId } : {}}
            layout={[...(studentId ? [] : ['studentId' as const]), ...CORRECTED_FIELDS, 'reason', 'proofs']}
            changes={CHANGES}
            note={<p className="ql-help">{t('只改填了的内容，其余保持原样；立即生效，不再审批。')}</p>}
            done={t('已更正')}
          >
            {t('更正学生信息')}
          </FormButton>
        </>
      }
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'fields', width: 140, align: 'left' },
        { key: 'oldText', width: 180, align: 'left' },
        { key: 'newText', width: 180, align: 'left' },
        { key: 'mode', width: 120 },
        { key: 'state', width: 130 },
        { key: 'nationalSync', width: 110 },
        { key: 'createdAt', title: t('申请时间'), width: 160 },
        ...(['classId', 'departmentId', 'applyWay', 'reason', 'proofs', 'effectiveAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['fields', 'state', 'classId']}
      filters={['studentId', collegeFilter, 'classId', 'mode', 'state', 'nationalSync', 'applyWay', 'effectiveAt']}
      batchActions={rows => (
        <ActionButton of={markInfoSynced} input={{ ids: rows.map(r => r.id) }} icon={<BadgeCheck size={15} />} confirm={t('登记这些变更已在学信网标注')} done={t('已登记')}>
          {t('已标注')}
        </ActionButton>
      )}
    />
  )
}
