import { Button, InputNumber, Select } from 'antd'
import { ListPlus, Plus, X } from 'lucide-react'
import type { Comparison, Condition, Fact, FactValue } from '#flow/index.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { FACT_ORIGINS } from '../../model/conditions.ts'
import { asGroup, comparisonOf, fromGroup, GROUP_KINDS, type GroupKind, isComparison, opsOf, withOp, withValue } from '../design/conditions.ts'
import { FactInput, FactList } from '../panel/FactInput.tsx'
import '../panel/panel.css'

const DEEPEST = 4
/** Facts under the name of what they are about. */
const groupOf = (fact: Fact): string => fact.group ?? t(FACT_ORIGINS[fact.from])
interface ConditionInputProps {
  condition: Condition
  facts: readonly Fact[]
  disabled: boolean
  depth?: number
  onChange: (condition: Condition) => void
}
/** Condition editor of typed comparisons and groups, no scripting (10-W2). */
export function ConditionInput({ condition, facts, disabled, depth = 1, onChange }: ConditionInputProps) {
  const group = asGroup(condition)
  const { n = 1 } = group
  const put = (parts: readonly Condition[], kind: GroupKind = group.kind, least = n) => onChange(fromGroup({ kind, n: least, parts }))
  const first = facts[0]
  const kinds = (Object.keys(GROUP_KINDS) as GroupKind[]).filter(kind => kind !== 'notAll' || group.kind === 'notAll')
  return (
    <fieldset className="flow-group">
      <legend className="visually-hidden">{t('条件')}</legend>
      {group.parts.length > 1 || group.kind !== 'all' ? (
        <Select
          size="small"
          aria-label={t('这几个条件')}
          disabled={disabled}
          value={group.kind}
          options={kinds.map(kind => ({ value: kind, label: t(GROUP_KINDS[kind]) }))}
          onChange={kind => put(group.parts, kind)}
        />
      ) : null}
      {group.kind === 'some' ? (
        <InputNumber
          size="small"
          aria-label={t('至少几项')}
          disabled={disabled}
          min={1}
          max={Math.max(1, group.parts.length)}
          precision={0}
          value={n}
          suffix={t('项')}
          onChange={least => put(group.parts, 'some', least ?? 1)}
        />
      ) : null}
      {group.parts.length ? (
        <ul>
          <EditedRows rows={group.parts} onChange={parts => put(parts)}>
            {(part, row) => (
              <li>
                {isComparison(part) ? (
                  <ComparisonRow is={part} facts={facts} disabled={disabled} onChange={row.put} />
                ) : (
                  <ConditionInput condition={part} facts={facts} disabled={disabled} depth={depth + 1} onChange={row.put} />
                )}
                <Button type="text" size="small" disabled={disabled} aria-label={t('去掉这个条件')} icon={<X size={15} />} onClick={row.drop} />
              </li>
            )}
          </EditedRows>
        </ul>
      ) : (
        <p className="ql-help">{t('还没有条件。')}</p>
      )}
      <Row>
        <Button type="dashed" size="small" disabled={disabled || !first} icon={<Plus size={14} />} onClick={() => first && put([...group.parts, comparisonOf(first)])}>
          {t('条件')}
        </Button>
        {depth < DEEPEST ? (
          <Button
            type="dashed"
            size="small"
            disabled={disabled}
            icon={<ListPlus size={14} />}
            onClick={() => put([...group.parts, group.kind === 'all' ? { any: [] } : { all: [] }])}
          >
            {t('条件组')}
          </Button>
        ) : null}
      </Row>
    </fieldset>
  )
}
interface ComparisonRowProps {
  is: Comparison
  facts: readonly Fact[]
  disabled: boolean
  onChange: (is: Comparison) => void
}
function ComparisonRow({ is, facts, disabled, onChange }: ComparisonRowProps) {
  const fact = facts.find(one => one.name === is.fact)
  return (
    <div className="flow-compare">
      <Select
        aria-label={t('比较什么')}
        disabled={disabled}
        value={is.fact}
        status={fact ? '' : 'error'}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={[...Map.groupBy(facts, groupOf)].map(([group, those]) => ({ label: group, title: group, options: those.map(one => ({ value: one.name, label: one.label })) }))}
        onChange={name => {
          const next = facts.find(one => one.name === name)
          if (next) onChange(comparisonOf(next))
        }}
      />
      {fact ? (
        <>
          <Select
            aria-label={t('怎样比较')}
            disabled={disabled}
            value={is.op}
            popupMatchSelectWidth={false}
            options={opsOf(fact).map(({ op, words }) => ({ value: op, label: tAny(words) }))}
            onChange={op => onChange(withOp(is, op, fact))}
          />
          <ValueOf is={is} fact={fact} disabled={disabled} onChange={onChange} />
        </>
      ) : (
        <small className="ql-problem">{t('“{{name}}”已不存在，请另选', { name: is.fact })}</small>
      )}
    </div>
  )
}
function ValueOf({ is, fact, disabled, onChange }: Omit<ComparisonRowProps, 'facts'> & { fact: Fact }) {
  if (!('value' in is)) return null
  const put = (value: FactValue | readonly FactValue[]) => onChange(withValue(is, value))
  if (typeof is.value === 'object') return <FactList fact={fact} values={is.value} disabled={disabled} onChange={put} />
  return <FactInput fact={fact} value={is.value} disabled={disabled} onChange={value => put(value ?? '')} />
}
