import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { cqaPointRule } from '../model/point-rule.ts'

const FIELDS = ['evidenceKind', 'level', 'place', 'teamRole', 'titleHas', 'points', 'perUnit', 'capPerStudent', 'teamSplit', 'sameAchievement', 'dimensionCap'] as const
/** What evidence is worth under one index. */
export const RuleTable = ({ indexId, isFrozen }: { indexId: string; isFrozen: boolean }) => (
  <EntityTable<typeof cqaPointRule>
    of={cqaPointRule}
    isPart
    title={t('计分规则')}
    where={{ indexId }}
    verbs={isFrozen ? ['list'] : ['list', 'add', 'update', 'remove']}
    columns={[
      { key: 'evidenceKind', width: 100, align: 'left' },
      { key: 'level', width: 80 },
      { key: 'place', width: 80 },
      { key: 'points', width: 80 },
      { key: 'perUnit', width: 90 },
      { key: 'capPerStudent', width: 90 },
      { key: 'teamRole', hidden: true },
      { key: 'titleHas', hidden: true },
      { key: 'teamSplit', hidden: true },
      { key: 'sameAchievement', hidden: true },
      { key: 'dimensionCap', hidden: true },
    ]}
    form={{ layout: [...FIELDS], size: 480 }}
  />
)
