import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { orgUnit } from '../model/post.ts'

/** 学生组织 → 组织部门 */
export default function UnitPage() {
  return (
    <EntityTable<typeof orgUnit>
      of={orgUnit}
      title={t('组织部门#many')}
      columns={[
        { key: 'orgId', width: 200, align: 'left' },
        { key: 'name', width: 160, align: 'left' },
        { key: 'sort', width: 80 },
      ]}
      filters={['orgId']}
      form={{ layout: ['orgId', 'name', 'sort'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学生会等组织里的部门。'),
  who: t('团委管理全校的，学院管理自己的。'),
  first: t('先有部门，再设部门的岗位；部门数有上限。'),
})
