import { Lock } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { Fields as FieldSet } from '#model'
import { t } from '#web/i18n/index.ts'
import { Anchors, isLong } from './Anchors.tsx'
import { DraftAids } from './DraftAids.tsx'
import { FieldInput } from './FieldInput.tsx'
import type { FieldSpec, FormValues } from './layout.ts'
import type { FieldsForm } from './useFields.ts'
import { isMasked, knownLabel } from './values.ts'
import './forms.css'

interface FieldsProps {
  form: FieldsForm
  /** The row as loaded, when editing. */
  row?: FormValues | undefined
  /** Notes below fields: changes by a concurrent update. */
  notes?: Readonly<Record<string, ReactNode>>
  disabled?: boolean
}
/** The inputs of a form, by section. */
export function Fields({ form, row, notes, disabled = false }: FieldsProps) {
  const sections = form.sections
    .map(section => ({ ...section, fields: section.fields.filter(spec => form.fields[spec.field] && spec.when?.(form.values) !== false) }))
    .filter(section => section.fields.length)
  const long = isLong(sections)
  const [reads] = useState(() => new Map<string, Set<string>>())
  const readBy = (name: string): Set<string> => getOrAdd(reads, name)
  const now = useRef(form.values)
  now.current = form.values
  return (
    <div className={long ? 'ql-form ql-long' : 'ql-form'} ref={form.body}>
      {long ? <Anchors sections={sections} body={form.body} /> : null}
      <div>
        {sections.map((section, at) => (
          <section key={section.title ?? at} data-section={section.title}>
            {section.title ? <h3>{t(section.title)}</h3> : null}
            {section.note ? <p className="ql-help">{section.note}</p> : null}
            {section.fields.map(spec => (
              <OneField
                key={spec.field}
                spec={spec}
                fields={form.fields}
                value={form.values[spec.field]}
                values={form.values}
                now={now}
                read={readBy(spec.field)}
                problem={form.problems[spec.field]}
                set={form.set}
                row={row}
                note={notes?.[spec.field]}
                disabled={disabled}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

interface OneFieldProps {
  spec: FieldSpec
  fields: FieldSet
  value: unknown
  values: FormValues
  /** The present values, also for a field not drawn since they changed: what is pressed in it may read others. */
  now: RefObject<FormValues>
  /** The other values that its choices and its input have looked at. */
  read: Set<string>
  problem: string | undefined
  set: FieldsForm['set']
  row: FormValues | undefined
  note: ReactNode
  disabled: boolean
}
const PROPS = ['spec', 'fields', 'value', 'problem', 'set', 'row', 'note', 'disabled'] as const
const isSameField = (before: OneFieldProps, now: OneFieldProps): boolean =>
  PROPS.every(name => before[name] === now[name]) && (before.values === now.values || (!now.read.has(ALL) && [...now.read].every(name => before.values[name] === now.values[name])))
/** Drawn again when its own value or message changes, or a value it has looked at. */
const OneField = memo(function OneField({ spec, fields, value, now, read, problem, set, row, note, disabled }: OneFieldProps) {
  const id = useId()
  const name = spec.field
  const field = fields[name]
  const values = noting(now, read)
  if (!field) return null
  const isFixed = row !== undefined && Boolean(field.options.immutable)
  const masked = row && isMasked(fields, name, row[name]) ? String(row[name]) : undefined
  const help = spec.help ?? (masked ? t('不改就留空') : field.options.help ? t(field.options.help) : undefined)
  const describedBy = problem || help || note ? `${id}-more` : undefined
  const onChange = (next: unknown) => set(name, next)
  const common = { id, value, onChange, disabled: disabled || isFixed, status: problem ? ('error' as const) : ('' as const), describedBy }
  return (
    <div className="ql-field" data-field={name} data-kind={field.kind}>
      <label htmlFor={id} className="ql-label">
        {t(field.label)}
        {(field.options.required || spec.required) && !isFixed ? (
          <em aria-hidden="true" title={t('必填')}>
            *
          </em>
        ) : null}
        {isFixed ? <Lock size={13} aria-label={t('建立后不能修改')} /> : null}
      </label>
      {field.options.drafts && !common.disabled ? <DraftAids field={field} drafts={field.options.drafts} value={value} set={set} name={name} /> : null}
      {spec.render ? (
        spec.render({ ...common, values })
      ) : (
        <FieldInput
          {...common}
          field={field}
          label={row ? knownLabel(fields, row, name, value) : null}
          {...(masked ? { placeholder: masked } : {})}
          {...(spec.where ? { where: spec.where(values) } : {})}
        />
      )}
      {describedBy ? (
        <div id={describedBy}>
          {problem ? (
            <p className="ql-problem" role="alert">
              {problem}
            </p>
          ) : null}
          {note ? <p className="ql-note">{note}</p> : null}
          {help && !problem ? <p className="ql-help">{help}</p> : null}
        </div>
      ) : null}
    </div>
  )
}, isSameField)
const getOrAdd = (of: Map<string, Set<string>>, name: string): Set<string> => {
  const found = of.get(name) ?? new Set()
  of.set(name, found)
  return found
}
/** All values are looked at. */
const ALL = ''
/** The present values, noting the names of those that are looked at. */
const noting = (now: RefObject<FormValues>, read: Set<string>): FormValues => {
  const note = (name: string | symbol): void => {
    if (typeof name === 'string') read.add(name)
  }
  return new Proxy<FormValues>(
    {},
    {
      get: (_, name) => {
        note(name)
        return Reflect.get(now.current, name)
      },
      has: (_, name) => {
        note(name)
        return Reflect.has(now.current, name)
      },
      ownKeys: () => {
        read.add(ALL)
        return Reflect.ownKeys(now.current)
      },
      // a spread copies only what has a descriptor
      getOwnPropertyDescriptor: (_, name) => {
        note(name)
        return Reflect.getOwnPropertyDescriptor(now.current, name)
      },
    },
  )
}
