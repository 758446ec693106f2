import { Link } from 'react-router'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { allowBreach, endOrg, makeForClasses, OF_CLASS, type OrgType, orgStates, publishOrg, studentOrg, UNIONS } from '../model/org.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  unions: { label: '学生会', where: { 'type.in': UNIONS.join(','), 'state.in': 'draft,active' } },
  classes: { label: '班级', where: { level: 'class', 'state.in': 'draft,active' } },
  living: { label: '现有', where: { 'state.in': 'draft,active' } },
  all: { label: '全部' },
} as const
/** 学生组织 → 组织 */
export default function OrgPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof studentOrg>
      of={studentOrg}
      title={t('学生组织#many')}
      views={views}
      columns={[
        { key: 'code', width: 130 },
        { key: 'name', width: 200, align: 'left' },
        { key: 'type', width: 130 },
        { key: 'level', width: 90 },
        { key: 'departmentId', width: 150, align: 'left' },
        { key: 'parentId', width: 150, align: 'left', hidden: views.view === 'classes' },
        { key: 'guideId', width: 100 },
        { key: 'seats', width: 100, render: row => <Link to={`/studentOrg/posts?orgId=${row.id}`}>{row.seats}</Link> },
        { key: 'breaches', width: 90, hidden: views.view !== 'unions' },
        { key: 'state', width: 90 },
        ...(['grade', 'classId', 'leagueBranchId', 'otherGuideIds', 'staffCap', 'chairCap', 'deptCap', 'termMonths', 'breachReason', 'endedOn', 'endReason'] as const).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['type', 'level', 'seats']}
      filters={['type', 'level', 'departmentId', 'guideId', 'classId']}
      toolbar={[<ActionButton key="make" of={makeForClasses} input={{}} changes={CHANGES} confirm={t('还没有班委会或团支部委员会的班级，按通常的岗位建立。')} />]}
      rowActions={row => [
        orgStates.allows(row, 'publish') ? <ActionButton key="publish" of={publishOrg} input={{ id: row.id }} changes={CHANGES} /> : null,
        orgStates.allows(row, 'allowBreach') && UNIONS.includes(row.type) ? <FormButton key="allow" of={allowBreach} input={{ id: row.id }} changes={CHANGES} /> : null,
        orgStates.allows(row, 'end') ? <FormButton key="end" of={endOrg} input={{ id: row.id }} danger changes={CHANGES} /> : null,
      ]}
      form={{
        layout: [
          {
            title: '组织',
            fields: [
              'code',
              'name',
              'type',
              'level',
              { field: 'departmentId', when: v => v.level === 'college' || v.level === 'grade' },
              { field: 'grade', when: v => v.level === 'grade' },
              { field: 'classId', when: v => v.type === 'classCommittee' },
              { field: 'leagueBranchId', when: v => v.type === 'leagueBranch' },
              'parentId',
              'termMonths',
            ],
          },
          { title: '指导', fields: ['guideId', { field: 'otherGuideIds', when: v => !OF_CLASS.includes(v.type as OrgType) }] },
          {
            title: '编制',
            fields: (['staffCap', 'chairCap', 'deptCap'] as const).map(field => ({ field, when: v => UNIONS.includes(v.type as OrgType) })),
          },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校、学院、年级和班级的学生组织：归谁、谁指导、有多少岗位。'),
  who: t('团委管理全校的，学院管理自己的；辅导员为自己的班级建立班委会和团支部委员会。'),
  first: t('先建组织和岗位，再公布；学生会超过规定的，由团委说明理由后才能公布。'),
})
