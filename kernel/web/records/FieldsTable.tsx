import type { Field, Fields } from '#model'
import { type PlainColumn, PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { t } from '#web/i18n/index.ts'

interface FieldsTableProps<R extends object> {
  /** Accessible name. */
  label: string
  /** What a row is declared to have, such as the output of an action; the first of it names the row. */
  of: Fields
  rows: readonly R[]
  /** Fields in their order, or columns of the page's own; by default all but the first. */
  columns?: ReadonlyArray<(keyof R & string) | PlainColumn<R>> | undefined
}
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money'])
/** Small table of rows whose fields are declared: titles and cells follow from the declaration. */
export function FieldsTable<R extends object>({ label, of, rows, columns }: FieldsTableProps<R>) {
  const [key = '', ...others] = Object.keys(of)
  const given = (row: R, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
  const columnOf = (name: string): PlainColumn<R> => {
    const field = of[name] as Field
    return [t(field.label), row => <Value field={field} value={given(row, name)} fieldName={name} />, { isNumber: NUMBERS.has(field.kind) }]
  }
  return <PlainTable label={label} rows={rows} keyOf={row => String(given(row, key))} columns={(columns ?? others).map(c => (typeof c === 'string' ? columnOf(c) : c))} />
}
/** A list in an answer as a part of the page, titled by its field. */
export function ListSheet<R extends object>({ of, ...rest }: Pick<FieldsTableProps<R>, 'rows' | 'columns'> & { of: Field }) {
  const label = t(of.label)
  return (
    <Sheet title={label}>
      <FieldsTable label={label} of={of.options.of?.options.fields ?? {}} {...rest} />
    </Sheet>
  )
}
