import { datetime, type Entity, type Field, labelKey } from '#model'
import { Value } from '#web/forms/Cell.tsx'
import { t } from '#web/i18n/index.ts'
import { Masked } from './Masked.tsx'

/** A row of any entity. */
export type Plain = Record<string, unknown> & { id: string }
const HEAD: Readonly<Record<string, Field>> = { createdAt: datetime('建立时间'), updatedAt: datetime('更新时间') }
/** A field by name, including the creation and update times every entity has. */
export const fieldOf = (of: Entity, name: string): Field | undefined => of.fields[name] ?? HEAD[name]

/** Formatted field value, with a reveal button for masked personal values. */
export function FieldValue({ of, name, row, tones }: { of: Entity; name: string; row: Plain; tones?: Parameters<typeof Value>[0]['tones'] }) {
  const field = fieldOf(of, name)
  if (!field) return null
  const value = row[name]
  if (field.options.sensitivity && typeof value === 'string' && value)
    return <Masked of={of} id={row.id} field={name} value={value} label={t(field.label)} show={whole => <Value field={field} value={whole} fieldName={name} />} />
  return <Value field={field} value={value} name={row[labelKey(name)]} fieldName={name} {...(tones ? { tones } : {})} />
}
