import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { archiveRequirement } from '../model/archive-requirement.ts'

/** 档案管理 → 材料要求 */
export default function RequirementPage() {
  return (
    <EntityTable<typeof archiveRequirement>
      of={archiveRequirement}
      title={t('材料要求')}
      columns={[
        { key: 'educationLevel', width: 160 },
        { key: 'kind', width: 220, align: 'left' },
      ]}
      filters={['educationLevel', 'kind']}
      detail={false}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各培养层次的档案里必须有的材料，缺的列入催交，转递前要补齐。'),
  who: t('档案管理员和学工处。'),
  first: t('给每个层次逐条增加。'),
})
