import { provinceSelect } from '#modules/campus/model/canton-actions.ts'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { alumnus } from '../model/alumnus.ts'

const VIEWS = {
  all: { label: '全部' },
  reachable: { label: '可联系', where: { contactConsent: 'true' } },
  employed: { label: '有工作单位', where: { 'employer.isNull': 'false' } },
} as const
/** 校友档案 */
export default function AlumnusPage() {
  const views = useView(VIEWS)
  const provinces = useRead(provinceSelect, {}).data ?? []
  return (
    <EntityTable<typeof alumnus>
      of={alumnus}
      title={t('校友#many')}
      views={views}
      columns={[
        { key: 'code', width: 130 },
        { key: 'name', width: 100 },
        { key: 'leaveYear', width: 100 },
        { key: 'departmentId', width: 150, align: 'left' },
        { key: 'majorName', width: 150, align: 'left' },
        { key: 'className', width: 120 },
        { key: 'employer', width: 180, align: 'left' },
        { key: 'cantonName', width: 150, align: 'left' },
        { key: 'contactConsent', width: 100 },
        ...(['province', 'industry', 'position', 'honours', 'visible', 'phone', 'email', 'lastConfirmed', 'source'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['leaveYear', 'majorName', 'employer']}
      filters={[
        'leaveYear',
        { field: 'province', options: provinces.map(p => ({ value: p.code, label: p.name })) },
        'industry',
        'departmentId',
        'contactConsent',
        'majorName',
        'source',
      ]}
      form={{
        layout: [
          { title: '学习经历', fields: ['code', 'name', 'leaveYear', 'departmentId', 'majorName', 'className'] },
          { title: '近况', fields: [{ field: 'canton', render: props => <CantonPicker {...props} /> }, 'employer', 'industry', 'position', 'honours'] },
          { title: '联系', fields: ['contactConsent', 'phone', 'email', 'visible'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('毕业和结业的学生自动成为校友；更早的可以导入。'),
  who: t('学工处看全校，学院看本院的。联系方式要本人同意才保存。'),
  first: t('先看可联系的有多少；要联系的，只能在同意的人里找。'),
})
