import { Button, Segmented, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { AGGREGATES, type Aggregate, NUMBER_KINDS, ORDERED_KINDS, type Spec } from '../model/spec.ts'
import { Columns } from './Columns.tsx'
import { Conditions } from './Conditions.tsx'
import style from './query.module.css'
import { fieldOptions, type Subject, type SubjectField } from './useSubjects.ts'

/** Query builder: rows or groups, columns, conditions, order. */
export function Builder({ subject, spec, onChange }: { subject: Subject; spec: Spec; onChange: (next: Spec) => void }) {
  const { fields, related } = subject
  const isGrouped = Boolean(spec.groupBy?.length || spec.aggregates?.length)
  return (
    <div className={style.builder}>
      <Segmented
        value={isGrouped ? 'groups' : 'rows'}
        options={[
          { value: 'rows', label: t('明细') },
          { value: 'groups', label: t('汇总') },
        ]}
        onChange={kind =>
          onChange(
            kind === 'groups'
              ? { ...spec, groupBy: spec.columns.slice(0, 1), aggregates: [{ fn: 'count' }], sort: [] }
              : { ...spec, columns: spec.columns.length ? spec.columns : (spec.groupBy ?? []), groupBy: [], aggregates: [], sort: [] },
          )
        }
      />
      {isGrouped ? (
        <>
          <Part title={t('分组')}>
            <Columns fields={fields.filter(f => f.sensitivity !== 'S1')} value={spec.groupBy ?? []} onChange={groupBy => onChange({ ...spec, groupBy })} />
          </Part>
          <Part title={t('计算')}>
            <Aggregates fields={fields} value={spec.aggregates ?? []} onChange={aggregates => onChange({ ...spec, aggregates })} />
          </Part>
        </>
      ) : (
        <Part title={t('列')}>
          <Columns fields={fields} value={spec.columns} onChange={columns => onChange({ ...spec, columns })} />
        </Part>
      )}
      <Part title={t('条件')}>
        <Conditions group={spec.where ?? { all: [] }} fields={fields} related={related} onChange={where => onChange({ ...spec, where })} />
      </Part>
      <Part title={t('排序')}>
        <Sorting spec={spec} fields={fields} isGrouped={isGrouped} onChange={onChange} />
      </Part>
    </div>
  )
}
const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className={style.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)
function Aggregates({ fields, value, onChange }: { fields: readonly SubjectField[]; value: readonly Aggregate[]; onChange: (next: Aggregate[]) => void }) {
  const fits = (fn: Aggregate['fn']) => (f: SubjectField) =>
    f.sensitivity !== 'S1' && (fn === 'distinct' || (fn === 'sum' || fn === 'avg' ? NUMBER_KINDS : ORDERED_KINDS).includes(f.kind))
  return (
    <ul className={style.aggregates}>
      <EditedRows rows={value} onChange={onChange}>
        {(a, { put, drop }) => (
          <li>
            <Select
              aria-label={t('计算方式')}
              className={classes(style.op)}
              value={a.fn}
              options={Object.entries(AGGREGATES).map(([fn, words]) => ({ value: fn as Aggregate['fn'], label: tAny(words) }))}
              onChange={fn => {
                const path = fn === 'count' ? undefined : (fields.find(fits(fn))?.path ?? undefined)
                put({ fn, ...(path ? { path } : {}) })
              }}
            />
            {a.fn === 'count' ? null : (
              <Select
                aria-label={t('字段')}
                className={classes(style.field)}
                showSearch={{ optionFilterProp: 'label' }}
                value={a.path ?? null}
                options={fieldOptions(fields, fits(a.fn))}
                onChange={path => path && put({ fn: a.fn, path })}
              />
            )}
            <Button type="text" size="small" aria-label={t('去掉这项计算')} icon={<X size={15} />} onClick={drop} />
          </li>
        )}
      </EditedRows>
      <li>
        <Button type="dashed" size="small" icon={<Plus size={14} />} onClick={() => onChange([...value, { fn: 'count' }])}>
          {t('计算')}
        </Button>
      </li>
    </ul>
  )
}
function Sorting({ spec, fields, isGrouped, onChange }: { spec: Spec; fields: readonly SubjectField[]; isGrouped: boolean; onChange: (next: Spec) => void }) {
  const columns = (isGrouped ? (spec.groupBy ?? []) : spec.columns).flatMap(path => {
    const field = fields.find(f => f.path === path)
    return field && !field.sensitivity ? [{ value: path, label: field.label }] : []
  })
  const figures = (spec.aggregates ?? []).map((a, i) => ({ value: `#${i}`, label: [fields.find(f => f.path === a.path)?.label, t(AGGREGATES[a.fn])].filter(Boolean).join('') }))
  const now = spec.sort?.[0]
  return (
    <div className={style.row}>
      <Select
        aria-label={t('排序')}
        className={classes(style.field)}
        allowClear
        placeholder={t('不指定')}
        value={now?.by ?? null}
        options={[...columns, ...figures]}
        onChange={by => onChange({ ...spec, sort: by ? [{ by, ...(now?.isDescending ? { isDescending: true } : {}) }] : [] })}
      />
      {now ? (
        <Segmented
          value={now.isDescending ? 'desc' : 'asc'}
          options={[
            { value: 'asc', label: t('升序') },
            { value: 'desc', label: t('降序') },
          ]}
          onChange={way => onChange({ ...spec, sort: [{ by: now.by, ...(way === 'desc' ? { isDescending: true } : {}) }] })}
        />
      ) : null}
    </div>
  )
}
