import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { orgTerm } from '../model/term.ts'

/** 学生组织 → 届次 */
export default function TermPage() {
  return (
    <EntityTable<typeof orgTerm>
      of={orgTerm}
      title={t('届次#many')}
      columns={[
        { key: 'orgId', width: 200, align: 'left' },
        { key: 'no', width: 90 },
        { key: 'from', width: 120 },
        { key: 'to', width: 120 },
        { key: 'congressOn', width: 130 },
        { key: 'state', width: 100 },
        { key: 'minutes', hidden: true },
      ]}
      facts={['no', 'from', 'to']}
      filters={['orgId', 'from', 'to']}
      form={{ layout: ['orgId', 'no', 'from', 'to', 'congressOn', 'minutes'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各组织的届次：从哪天到哪天，什么时候开代表大会。'),
  who: t('团委和学院管理自己的组织，辅导员管理自己班级的。'),
  first: t('不建届次也可以任命，会按任期自动建一届；两届的时间不能重叠。'),
})
