import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { type Entity, type Field, shownFields } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { address, get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { isMissing, MISSING } from '#web/values/format.ts'
import { allows } from './abilities.ts'
import { type Shown, shownKey } from './columns.ts'
import { FieldValue, fieldOf, type Plain } from './FieldValue.tsx'
import { History } from './History.tsx'
import './records.css'

export interface DetailSection<R> {
  title?: string
  /** Names of fields, or custom content. Without sections all non-empty fields are shown. */
  fields?: readonly string[]
  render?: (row: R) => ReactNode
}
export interface DetailOptions<R> {
  sections?: ReadonlyArray<DetailSection<R>>
  /** Fields to leave out when no sections are given. */
  except?: readonly string[]
  /** Below the sections, above the history. */
  extra?: (row: R) => ReactNode
  history?: boolean
}
/** Loads one record. */
export const useRecord = <E extends Entity>(of: E, id: string) =>
  useQuery({
    queryKey: [...entityKey(of), 'one', language(), id],
    queryFn: ({ signal }) => get<Shown<E>>(address(of, 'getOne'), { id }, { signal, quiet: true }),
    meta: { inPlace: true },
  })

/** Fields readable on their own: no reference ids, no structures. */
const readableFields = (of: Entity): string[] => shownFields(of).flatMap(([name, field]) => (field.kind === 'json' || field.options.format === 'uuid' ? [] : [name]))

const isEmpty = (value: unknown): boolean => isMissing(value) || (Array.isArray(value) && value.length === 0)

/** Sections and history of a record: content of a panel or page. */
export function RecordDetail<E extends Entity>({ of, id, sections, except = [], extra, history = true }: DetailOptions<Shown<E>> & { of: E; id: string }) {
  const read = useRecord(of, id)
  const { data: row } = read
  if (!row) return <Loading of={read} lines={8} />
  const shown = sections ?? [{ fields: readableFields(of).filter(name => !except.includes(name) && !isEmpty((row as unknown as Plain)[shownKey(name, of.fields[name])])) }]
  return (
    <div className="ql-detail">
      {shown.map((section, at) => (
        <section key={section.title ?? at}>
          {section.title ? <h3>{t(section.title)}</h3> : null}
          {section.fields ? <Facts of={of} row={row as unknown as Plain} names={section.fields} /> : null}
          {section.render?.(row)}
        </section>
      ))}
      {extra?.(row)}
      {history ? (
        <section>
          <h3>{t('变更记录')}</h3>
          <History of={of} id={id} />
        </section>
      ) : null}
    </div>
  )
}

/** Placeholder of a sensitive value until it is revealed. */
const CLOSED = '******'

interface FactsProps {
  of: Entity
  row: Plain
  names: readonly string[]
  /** Behind the value of a field: what can be done about it. */
  after?: (name: string) => ReactNode
}
/** Labels and values of fields. Fields the user may not see were not delivered and are left out. */
export function Facts({ of, row, names, after }: FactsProps) {
  const mayReveal = useCan(`${of.module}:${of.name}:reveal`)
  return (
    <dl className="ql-facts">
      {names.map(name => {
        const field = fieldOf(of, name)
        const isClosed = field?.options.sensitivity === 'S2' && mayReveal
        if (!field || !(name in row || isClosed)) return null
        return (
          <Fragment key={name}>
            <dt>{t(factLabel(of, name, field))}</dt>
            <dd>
              {field.kind === 'files' ? filesOf(row[name]) : <FieldValue of={of} name={name} row={name in row ? row : { ...row, [name]: CLOSED }} />}
              {after?.(name)}
            </dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
/** A code's name field takes the label of the code: 生源地, not 生源地名称. */
const factLabel = (of: Entity, name: string, field: Field): string => of.fields[name.replace(/Name$/, '')]?.label ?? field.label

const filesOf = (ids: unknown) => (Array.isArray(ids) && ids.length ? <FileLinks ids={ids.map(String)} /> : MISSING)

export interface RecordPanelProps<E extends Entity> extends DetailOptions<Shown<E>> {
  of: E
  id: string
  title: ReactNode
  onClose: () => void
  /** Opens the edit form; hidden if the record's abilities deny it. */
  onUpdate?: (() => void) | undefined
}
/** Record detail in a side panel. */
export function RecordPanel<E extends Entity>({ of, id, title, onClose, onUpdate, ...options }: RecordPanelProps<E>) {
  const [isOpen, setOpen] = useState(true)
  const { data: row } = useRecord(of, id)
  const mayUpdate = onUpdate !== undefined && allows(row, 'update')
  return (
    <Panel open={isOpen} title={title} size={720} onClose={() => setOpen(false)} afterClose={onClose} extra={mayUpdate ? <Button onClick={onUpdate}>{t('修改')}</Button> : null}>
      <RecordDetail of={of} id={id} {...options} />
    </Panel>
  )
}
