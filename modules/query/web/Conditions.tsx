import { Button, InputNumber, Segmented, Select } from 'antd'
import { ListPlus, Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Stack } from '#web/layout/Layout.tsx'
import {
  type Condition,
  DEPTH_MAX,
  type FieldCondition,
  type Group,
  isGroup,
  isRelated,
  NUMBER_KINDS,
  OPERATORS,
  partsOf,
  RELATED_OPERATORS,
  type RelatedCondition,
} from '../model/spec.ts'
import style from './query.module.css'
import { fieldOptions, type Related, type SubjectField } from './useSubjects.ts'
import { ValueInput } from './ValueInput.tsx'

interface Props {
  group: Group
  fields: readonly SubjectField[]
  related: readonly Related[]
  depth?: number
  onChange: (next: Group) => void
}
const withParts = (group: Group, parts: Condition[]): Group => (group.any ? { any: parts } : { all: parts })
/** Operators of a field; personal ones allow exact matches only. */
function operatorsFor(field: SubjectField | undefined): Array<FieldCondition['op']> {
  if (field?.sensitivity) return ['eq', 'in', 'isNull', 'notNull']
  if (field?.kind === 'text') return ['like', 'eq', 'ne', 'in', 'isNull', 'notNull']
  if (field && (field.kind === 'date' || field.kind === 'datetime')) return ['period', 'ge', 'le', 'isNull', 'notNull']
  if (field && NUMBER_KINDS.includes(field.kind)) return ['eq', 'ge', 'le', 'ne', 'in', 'isNull', 'notNull']
  if (field?.kind === 'bool') return ['eq']
  return ['eq', 'ne', 'in', 'isNull', 'notNull']
}
/** Conditions combined by AND or OR, nested. */
export function Conditions({ group, fields, related, depth = 1, onChange }: Props) {
  const parts = partsOf(group)
  const add = (one: Condition) => onChange(withParts(group, [...parts, one]))
  const first = fields[0]
  return (
    <fieldset className={style.group}>
      <legend className={style.hidden}>{t('条件')}</legend>
      {parts.length > 1 ? (
        <Segmented
          size="small"
          value={group.any ? 'any' : 'all'}
          options={[
            { value: 'all', label: t('同时满足') },
            { value: 'any', label: t('满足任一') },
          ]}
          onChange={kind => onChange(kind === 'any' ? { any: [...parts] } : { all: [...parts] })}
        />
      ) : null}
      <ul>
        <EditedRows rows={parts} onChange={next => onChange(withParts(group, next))}>
          {(part, { put, drop }) => (
            <li>
              {isGroup(part) ? (
                <Conditions group={part} fields={fields} related={related} depth={depth + 1} onChange={put} />
              ) : isRelated(part) ? (
                <RelatedRow of={part} related={related} depth={depth} onChange={put} />
              ) : (
                <FieldRow of={part} fields={fields} onChange={put} />
              )}
              <Button type="text" size="small" aria-label={t('去掉这个条件')} icon={<X size={15} />} onClick={drop} />
            </li>
          )}
        </EditedRows>
      </ul>
      <div className={style.add}>
        {first ? (
          <Button type="dashed" size="small" icon={<Plus size={14} />} onClick={() => add({ path: first.path, op: operatorsFor(first)[0] ?? 'eq' })}>
            {t('条件')}
          </Button>
        ) : null}
        {related[0] && depth < DEPTH_MAX ? (
          <Button type="dashed" size="small" icon={<ListPlus size={14} />} onClick={() => add({ related: related[0]?.related ?? '', op: 'none' })}>
            {t('有无记录')}
          </Button>
        ) : null}
        {depth < DEPTH_MAX ? (
          <Button type="dashed" size="small" icon={<Plus size={14} />} onClick={() => add(group.any ? { all: [] } : { any: [] })}>
            {t('条件组')}
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}
function FieldRow({ of, fields, onChange }: { of: FieldCondition; fields: readonly SubjectField[]; onChange: (next: FieldCondition) => void }) {
  const field = fields.find(f => f.path === of.path)
  const operators = operatorsFor(field)
  return (
    <div className={style.row}>
      <Select
        aria-label={t('字段')}
        className={classes(style.field)}
        showSearch={{ optionFilterProp: 'label' }}
        value={of.path}
        status={field ? '' : 'error'}
        options={fieldOptions(fields)}
        onChange={path => onChange({ path, op: operatorsFor(fields.find(f => f.path === path))[0] ?? 'eq' })}
      />
      <Select
        aria-label={t('比较')}
        className={classes(style.op)}
        value={of.op}
        options={operators.map(op => ({ value: op, label: t(OPERATORS[op]) }))}
        onChange={op => onChange({ path: of.path, op })}
      />
      {field ? <ValueInput field={field} op={of.op} value={of.value} onChange={value => onChange({ ...of, ...(value === undefined ? {} : { value }) })} /> : null}
    </div>
  )
}
function RelatedRow({ of, related, depth, onChange }: { of: RelatedCondition; related: readonly Related[]; depth: number; onChange: (next: RelatedCondition) => void }) {
  const found = related.find(r => r.related === of.related)
  const counts = of.op === 'atLeast' || of.op === 'atMost'
  return (
    <Stack gap={2}>
      <div className={style.row}>
        <Select
          aria-label={t('比较')}
          className={classes(style.op)}
          value={of.op}
          options={Object.entries(RELATED_OPERATORS).map(([op, words]) => ({ value: op as RelatedCondition['op'], label: tAny(words) }))}
          onChange={op => onChange({ ...of, op, ...(op === 'atLeast' || op === 'atMost' ? { count: of.count ?? 1 } : {}) })}
        />
        {counts ? <InputNumber aria-label={t('次数')} min={0} max={10_000} value={of.count ?? 1} onChange={n => onChange({ ...of, count: n ?? 0 })} /> : null}
        <Select
          aria-label={t('记录')}
          className={classes(style.field)}
          value={of.related}
          options={related.map(r => ({ value: r.related, label: r.label }))}
          onChange={next => onChange({ related: next, op: of.op, ...(of.count === undefined ? {} : { count: of.count }) })}
        />
      </div>
      {found ? <Conditions group={of.where ?? { all: [] }} fields={found.fields} related={[]} depth={depth + 1} onChange={where => onChange({ ...of, where })} /> : null}
    </Stack>
  )
}
