import { Button, Checkbox, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#model'
import { sayCondition } from '#model/flow/index.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { studentFactList } from '../../flows/model/conditions.ts'
import type { NamedCondition } from '../../flows/model/explain.ts'
import { ConditionInput } from '../../flows/web/public/ConditionInput.tsx'
import { factOf } from '../../flows/web/public/fact-of.ts'
import { say } from '../../flows/web/public/labels.ts'
import type { QualifyActions } from '../model/round-qualify.ts'

interface Props {
  of: Entity
  actions: QualifyActions
  id: string
  conditions: readonly NamedCondition[]
  onClose: () => void
}
/** The conditions of a draft: each has a name, and reads as a sentence while it is put together. */
export function ConditionsEditor({ of, actions, id, conditions: given, onClose }: Props) {
  const [conditions, setConditions] = useState<readonly NamedCondition[]>(given)
  const read = useRead(studentFactList, {})
  const act = useAct(actions.saveConditions, { onDone: onClose, done: t('已保存'), changes: [of.name] })
  useUnsaved(conditions !== given)
  if (!read.data) return <Loading of={read} />
  const facts = read.data.map(factOf)
  return (
    <Stack>
      {act.error ? <Refused what={t('没有保存条件')} error={act.error} /> : null}
      <EditedRows rows={conditions} onChange={setConditions}>
        {(one, row) => (
          <Stack as="section" gap={2} aria-label={one.name || t('条件')}>
            <Input
              aria-label={t('条件名称')}
              placeholder={t('条件名称')}
              maxLength={60}
              value={one.name}
              onChange={event => row.put({ ...one, name: event.target.value })}
              suffix={<Button type="text" size="small" aria-label={t('去掉这个条件')} icon={<X size={15} />} onClick={row.drop} />}
            />
            <ConditionInput condition={one.when} facts={facts} disabled={false} onChange={when => row.put({ ...one, when })} />
            <small className="ql-quiet">{sayCondition(one.when, facts, say)}</small>
            <Checkbox checked={one.isFrozen === true} onChange={event => row.put({ ...one, isFrozen: event.target.checked })}>
              {t('按发布时的情况判断，之后的变化只作对照')}
            </Checkbox>
          </Stack>
        )}
      </EditedRows>
      <Row>
        <Button type="dashed" icon={<Plus size={14} />} onClick={() => setConditions([...conditions, { name: '', when: { all: [] } }])}>
          {t('增加条件')}
        </Button>
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" loading={act.isPending} onClick={() => act.mutate({ id, conditions: [...conditions] })}>
          {t('保存条件')}
        </Button>
      </Row>
    </Stack>
  )
}
