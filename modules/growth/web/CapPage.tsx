import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { growthCap } from '../model/cap.ts'

export const about: PageFile['about'] = () => ({
  use: t('每天、每学期每一类最多计入多少时长和积分。超过上限的仍留在台账里，注明没有计入的原因。'),
  who: t('团委和学工处设置。'),
  first: t('上限变了就新增一条，写明从哪天起算，以前的按以前的上限。改动后从那天起重新计算。'),
})
/** 成长台账 → 计入上限 */
export default function CapPage() {
  return (
    <EntityTable<typeof growthCap>
      of={growthCap}
      columns={[
        { key: 'span', width: 100 },
        { key: 'category', width: 120 },
        { key: 'fromOn', width: 120 },
        { key: 'hours', width: 150 },
        { key: 'points', width: 120 },
      ]}
      facts={['span', 'category', 'fromOn']}
      filters={['span', 'category']}
    />
  )
}
