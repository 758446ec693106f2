import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { violationRule } from '../model/violation-rule.ts'

export const about: PageFile['about'] = () => ({
  use: t('学校违纪处分规定的条款，和每条可以给予的处分。'),
  who: t('学工处维护，办案的老师引用。'),
  first: t('修订规定时停用旧条款、新增新条款，已经引用的案件不变。'),
})
/** 违纪处分 → 违纪条款 */
export default function RulePage() {
  return (
    <EntityTable<typeof violationRule>
      of={violationRule}
      columns={[
        { key: 'code', width: 100 },
        { key: 'article', width: 130, align: 'left' },
        { key: 'title', align: 'left' },
        { key: 'category', width: 140 },
        { key: 'minLevel', width: 100 },
        { key: 'maxLevel', width: 100 },
        { key: 'regulationVersion', width: 140 },
        { key: 'isEnabled', width: 80 },
      ]}
      filters={['category', 'isEnabled', 'maxLevel']}
      facts={['category', 'minLevel', 'maxLevel']}
      form={{ layout: [{ fields: ['code', 'article'] }, 'title', { fields: ['category', 'regulationVersion'] }, { fields: ['minLevel', 'maxLevel'] }, 'isEnabled'] }}
    />
  )
}
