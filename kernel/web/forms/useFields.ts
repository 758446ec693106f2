import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { parseFields } from '#fields/parse.ts'
import type { Fields, Input } from '#model'
import { isRefusal } from '#web/http/index.ts'
import type { FieldSpec, FormLayout, FormValues, Section } from './layout.ts'
import { sectionsOf } from './layout.ts'
import { type Placed, placeIssues, placeRefusal, restOf } from './place.ts'
import { withValue } from './values.ts'

/** Values and validation errors of a form; independent of entities and the server. */
export interface FieldsForm<F extends Fields = Fields> {
  fields: F
  sections: readonly Section[]
  values: FormValues
  problems: Readonly<Record<string, string>>
  /** The part of the server's refusal that belongs to no visible field. */
  refusal: unknown
  set: (name: string, value: unknown) => void
  reset: (values: FormValues) => void
  /** Validates with the code the server uses, shows messages below the fields and focuses the first invalid one. */
  check: (given: FormValues) => Input<F> | undefined
  /** The same for the changes of a row, which need not have all required fields. */
  checkChanges: (given: FormValues) => Partial<Input<F>> | undefined
  /** Shows the server's refusal. */
  refuse: (error: unknown) => void
  clearRefusal: () => void
  /** Ref of the element around the inputs. */
  body: RefObject<HTMLDivElement | null>
}
export function useFields<F extends Fields>(fields: F, layout: FormLayout | undefined, initial: FormValues = {}): FieldsForm<F> {
  const sections = useMemo(() => sectionsOf(fields, layout), [fields, layout])
  const specs = useMemo<FieldSpec[]>(() => sections.flatMap(s => s.fields), [sections])
  const [values, setValues] = useState<FormValues>(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<unknown>()
  const body = useRef<HTMLDivElement>(null)
  const show = (found: Readonly<Record<string, string>>) => {
    setProblems(found)
    const first = specs.find(s => found[s.field])?.field
    if (first) requestAnimationFrame(() => focusField(body.current, first))
  }
  const set = useCallback(
    (name: string, value: unknown) => {
      setValues(now => withValue(now, name, value, specs))
      setProblems(now => (name in now ? Object.fromEntries(Object.entries(now).filter(([one]) => one !== name)) : now))
    },
    [specs],
  )
  const parsed = (given: FormValues, mode: 'add' | 'update') => {
    setRefusal(undefined)
    const { values: checked, issues } = parseFields(fields, { ...given }, mode)
    show(placeIssues(issues, fields))
    return issues.length ? undefined : checked
  }
  return {
    fields,
    sections,
    values,
    problems,
    refusal,
    body,
    set,
    reset: next => {
      setValues(next)
      setProblems({})
      setRefusal(undefined)
    },
    // what the declared fields have checked has the type they declare
    check: given => parsed(given, 'add') as Input<F> | undefined,
    checkChanges: given => parsed(given, 'update') as Partial<Input<F>> | undefined,
    refuse: error => {
      const placed: Placed | undefined = isRefusal(error) ? placeRefusal(error, new Set(specs.map(s => s.field))) : undefined
      show(placed?.fields ?? {})
      setRefusal(restOf(error, placed))
    },
    clearRefusal: () => setRefusal(undefined),
  }
}
function focusField(body: HTMLElement | null, name: string): void {
  const field = body?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input:not([disabled]), textarea, button, [tabindex]')?.focus()
}
