import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { Action, Entity } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { type factItem, studentFactList } from '../../../flows/model/conditions.ts'
import type { NamedCondition } from '../../../flows/model/explain.ts'
import { ConditionRows } from '../../../flows/web/public/ConditionRows.tsx'
import { factOf } from '../../../flows/web/public/fact-of.ts'
import type { QualifyActions } from '../../model/round-qualify.ts'

interface Props {
  of: Entity
  save: QualifyActions['saveConditions']
  id: string
  conditions: readonly NamedCondition[]
  /** Whether one may be judged by what was known at the publication. */
  mayFreeze?: boolean
  /** The facts that conditions may compare; by default those of students. */
  facts?: Action<Record<never, never>, typeof factItem, true>
  onClose: () => void
}
/** Conditions over facts of students, saved by themselves. */
export function ConditionsEditor({ of, save, id, conditions: given, mayFreeze = false, facts: from = studentFactList, onClose }: Props) {
  const [conditions, setConditions] = useState<readonly NamedCondition[]>(given)
  const read = useRead(from, {})
  const act = useAct(save, { onDone: onClose, done: t('已保存'), changes: [of.name] })
  useUnsaved(conditions !== given)
  if (!read.data) return <Loading of={read} />
  const facts = read.data.map(factOf)
  return (
    <Stack>
      {act.error ? <Refused what={t('没有保存条件')} error={act.error} /> : null}
      <ConditionRows
        conditions={conditions}
        facts={facts}
        onChange={setConditions}
        more={(one, put) =>
          mayFreeze ? (
            <Checkbox checked={one.isFrozen === true} onChange={event => put({ ...one, isFrozen: event.target.checked })}>
              {t('按发布时的情况判断，之后的变化只作对照')}
            </Checkbox>
          ) : null
        }
      >
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" loading={act.isPending} onClick={() => act.mutate({ id, conditions: [...conditions] })}>
          {t('保存条件')}
        </Button>
      </ConditionRows>
    </Stack>
  )
}
