import { ConditionsEditor } from '#modules/workflow/rounds/web/public/ConditionsEditor.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { awardFacts, saveItemConditions } from '../model/actions.ts'
import { awardItem } from '../model/award-item.ts'

/** The conditions of an item as sentences; rounds that are published keep theirs. */
export const ConditionsPanel = ({ item, onClose }: { item: Shown<typeof awardItem>; onClose: () => void }) => (
  <Panel open size={720} title={t('“{{name}}”的条件', { name: item.name })} onClose={onClose}>
    <p className="ql-help">{t('已发布的批次仍按发布时的条件。还没有数据来源的条件不影响申报，由学院核对。')}</p>
    <ConditionsEditor of={awardItem} save={saveItemConditions} facts={awardFacts} id={item.id} conditions={item.conditions ?? []} onClose={onClose} />
  </Panel>
)
