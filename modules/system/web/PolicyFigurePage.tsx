import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Row } from '#model'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { FieldInput } from '#web/forms/FieldInput.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import type { DrawnInput, FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, formatNumber } from '#web/values/format.ts'
import { affectedBatches, FIGURES, type FigureCode, policyFigure, removeFigure, saveFigure } from '../model/policy-figure.ts'

type Figure = Row<typeof policyFigure>
type Span = Pick<Figure, 'code' | 'scope' | 'effectiveFrom' | 'effectiveTo'>
const isCode = (code: unknown): code is FigureCode => typeof code === 'string' && Object.hasOwn(FIGURES, code)
/** A figure's parts as text: 平均 ¥3,700.00，最低档 ¥2,500.00. */
function valueText({ code, value }: Pick<Figure, 'code' | 'value'>): string {
  const parts = Object.entries(FIGURES[code].parts).flatMap(([key, field]) => {
    const part = value?.[key]
    if (part === null || part === undefined) return []
    return [{ label: t(field.label), shown: field.kind === 'money' ? formatMoney(part) : formatNumber(part) }]
  })
  return parts.length === 1 ? (parts[0]?.shown ?? '') : parts.map(p => `${p.label} ${p.shown}`).join(t('，'))
}
/** 系统管理 → 政策参数: amounts and limits of the state, with the dates from which they hold. */
export default function PolicyFigurePage() {
  return (
    <EntityTable<typeof policyFigure>
      of={policyFigure}
      toolbar={<SaveButton>{t('新增')}</SaveButton>}
      columns={[
        { key: 'code', width: 190, align: 'left' },
        { key: 'scope', width: 110 },
        { key: 'value', align: 'left', render: valueText },
        { key: 'unit', width: 150, render: row => t(FIGURES[row.code].unit) },
        { key: 'effectiveFrom', width: 120 },
        { key: 'effectiveTo', width: 120 },
        { key: 'basis', align: 'left' },
      ]}
      filters={['code', 'scope', 'effectiveFrom']}
      rowActions={row => (
        <>
          <SaveButton row={row}>{t('修改')}</SaveButton>
          <RemoveButton row={row} />
        </>
      )}
    />
  )
}
function SaveButton({ row, children }: { row?: Figure; children: string }) {
  const [seen, setSeen] = useState<readonly string[]>([])
  const initial = row && { code: row.code, scope: row.scope, value: row.value, effectiveFrom: row.effectiveFrom, effectiveTo: row.effectiveTo, basis: row.basis }
  return (
    <FormButton
      of={saveFigure}
      title={row ? t('修改政策参数') : t('新增政策参数')}
      {...(initial ? { initial } : {})}
      input={{ ...(row ? { id: row.id } : {}), seen: [...seen] }}
      layout={['code', 'scope', { field: 'value', render: drawn => <ValueInput {...drawn} /> }, 'effectiveFrom', 'effectiveTo', 'basis']}
      note={values => <Affected id={row?.id} values={values} onSeen={setSeen} />}
    >
      {children}
    </FormButton>
  )
}
function RemoveButton({ row }: { row: Figure }) {
  const [seen, setSeen] = useState<readonly string[]>([])
  return <FormButton of={removeFigure} danger layout={[]} input={{ id: row.id, seen: [...seen] }} note={<Affected id={row.id} values={row} onSeen={setSeen} />} />
}
/** Inputs for the parts that the chosen code has. */
function ValueInput({ id, value, onChange, values, disabled, status, describedBy }: DrawnInput) {
  const { code } = values
  if (!isCode(code)) return <p className="ql-help">{t('先选参数')}</p>
  const parts = (value ?? {}) as Readonly<Record<string, unknown>>
  return (
    <div id={id}>
      {Object.entries(FIGURES[code].parts).map(([key, field]) => (
        <LabelledInput key={`${code} ${key}`} label={t(field.label)}>
          {inner => (
            <FieldInput
              {...{ id: inner, field, disabled, status, describedBy }}
              value={parts[key] ?? null}
              onChange={next => onChange({ ...Object.fromEntries(Object.keys(FIGURES[code].parts).map(k => [k, parts[k] ?? null])), [key]: next })}
            />
          )}
        </LabelledInput>
      ))}
    </div>
  )
}
const spanOf = ({ code, scope, effectiveFrom, effectiveTo }: FormValues): Span | undefined =>
  isCode(code) && scope && effectiveFrom ? ({ code, scope, effectiveFrom, effectiveTo: effectiveTo ?? null } as Span) : undefined
/** The open batches that the change touches, which whoever saves has then seen. */
function Affected({ id, values, onSeen }: { id: string | undefined; values: FormValues; onSeen: (seen: readonly string[]) => void }) {
  const span = spanOf(values)
  return span ? <Batches id={id} span={span} onSeen={onSeen} /> : null
}
function Batches({ id, span, onSeen }: { id: string | undefined; span: Span; onSeen: (seen: readonly string[]) => void }) {
  const { effectiveTo, ...from } = span
  const { data, error } = useRead(affectedBatches, { ...from, ...(id ? { id } : {}), ...(effectiveTo ? { effectiveTo } : {}) })
  useEffect(() => {
    if (data) onSeen(data.batches.map(b => b.id))
  }, [data, onSeen])
  if (error) return <Refused what={t('没有查到受影响的批次')} error={error} />
  if (!data) return <Bars lines={1} />
  if (!data.batches.length) return <p className="ql-help">{t('没有进行中的批次会受影响；已经记的账不变。')}</p>
  return (
    <div role="status">
      <p>{t('{{n}} 个进行中的批次会受影响，保存后按新的数值办理：', { n: data.batches.length })}</p>
      <ul>
        {data.batches.map(b => (
          <li key={b.id}>{b.link ? <Link to={b.link}>{b.name}</Link> : b.name}</li>
        ))}
      </ul>
    </div>
  )
}
