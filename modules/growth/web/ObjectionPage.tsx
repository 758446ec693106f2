import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { growthObjection } from '../model/objection.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生认为台账里的记录不对，写明应该是多少。成立的，原来的一条随即冲销，另记一条正确的。'),
  who: t('主办单位的确认人先答复，再由团委定；学院、辅导员和班主任看各自范围。'),
  first: t('记入后几天内可以提异议，在系统参数里设。'),
})
/** 成长台账 → 成长记录异议 */
export default function ObjectionPage() {
  return (
    <EntityTable<typeof growthObjection>
      of={growthObjection}
      toolbar={<ApprovalsLink of="growthObjection" />}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 130 },
        { key: 'title', width: 220, align: 'left' },
        { key: 'bizDate', width: 120 },
        { key: 'hours', title: t('应为时长'), width: 100 },
        { key: 'points', title: t('应为积分'), width: 100 },
        { key: 'labourHours', title: t('应为劳动学时'), width: 120 },
        { key: 'grounds', width: 260, align: 'left' },
        { key: 'organiserId', width: 110 },
        { key: 'state', width: 100 },
        { key: 'departmentId', hidden: true },
        { key: 'proofs', hidden: true },
      ]}
      facts={['title', 'bizDate', 'grounds']}
      filters={['studentId', 'departmentId', 'classId', 'state', 'bizDate']}
    />
  )
}
