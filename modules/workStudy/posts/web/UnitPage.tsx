import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { employUnit, resumeUnit, stopUnit, submitUnit } from '../model/unit.ts'

export const about: PageFile['about'] = () => ({
  use: t('哪些单位用勤工助学的学生，由谁办理，报酬从哪项经费发放。'),
  who: t('学工处；用工单位看到和修改自己的。'),
  first: t('先登记单位和账号，再由单位发布岗位。校外单位须有执照号和合作协议。'),
})
/** 用工单位 */
export default function UnitPage() {
  return (
    <EntityTable<typeof employUnit>
      of={employUnit}
      columns={[
        { key: 'name', align: 'left' },
        { key: 'kind', width: 90 },
        { key: 'departmentId', width: 180, align: 'left' },
        { key: 'contact', width: 110, align: 'left' },
        { key: 'phone', width: 130 },
        { key: 'userIds', title: '账号', width: 80, render: row => row.userIds?.length ?? 0 },
        { key: 'budgetFundId', width: 160, align: 'left' },
        { key: 'state', width: 100 },
        { key: 'licenceNo', hidden: true },
        { key: 'agreementFiles', hidden: true },
        { key: 'stopReason', hidden: true },
      ]}
      filters={['kind', 'state', 'departmentId']}
      facts={['kind', 'contact', 'budgetFundId']}
      form={{ layout: [{ fields: ['name', 'kind'] }, { fields: ['departmentId', 'licenceNo'] }, { fields: ['contact', 'phone'] }, 'userIds', 'budgetFundId', 'agreementFiles'] }}
      rowActions={row => [
        <ActionButton key="submit" of={submitUnit} input={{ id: row.id }} confirm={t('“{{name}}”交学工处审核。', { name: row.name })} />,
        <FormButton key="stop" of={stopUnit} input={{ id: row.id }} danger note={t('停用后不能再发布岗位，招聘中的岗位停止招聘。')} />,
        <ActionButton key="resume" of={resumeUnit} input={{ id: row.id }} />,
        <PrintButton key="print" of={employUnit} template="unitReport" label={t('年度报告')} ids={[row.id]} />,
      ]}
    />
  )
}
