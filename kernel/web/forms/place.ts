import { type Fields, fill, type Issue } from '#model'
import { type ApiRefusal, type FieldRefusal, isRefusal } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'

export interface Placed {
  /** Error messages by field. */
  fields: Record<string, string>
  /** Refusals of fields that are not shown; displayed above the form. */
  rest: FieldRefusal[]
}
const baseName = (path: string): string => path.replace(/[.[].*$/, '')

/** Assigns the server's refusals to the fields they belong to. */
export function placeRefusal(error: ApiRefusal, shown: ReadonlySet<string>): Placed {
  const placed: Placed = { fields: {}, rest: [] }
  for (const one of error.errors) {
    const name = baseName(one.field ?? '')
    if (!shown.has(name)) placed.rest.push(one)
    else placed.fields[name] ??= one.msg
  }
  return placed
}
/** The refusal for the top of the form; undefined if all of it is shown below fields. */
export const restOf = (error: unknown, placed: Placed | undefined): unknown => (isRefusal(error) && placed && error.errors.length > 0 && !placed.rest.length ? undefined : error)

/** Messages of client-side validation, one per field. */
export function placeIssues(issues: readonly Issue[], fields: Fields): Record<string, string> {
  const placed: Record<string, string> = {}
  for (const issue of issues) {
    const name = baseName(issue.field ?? '')
    const label = fields[name]?.label
    placed[name] ??= fill(t(issue.text), { ...issue.values, ...(label ? { label: t(label) } : {}) })
  }
  return placed
}
