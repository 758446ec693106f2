import { type ReactNode, Suspense, useState } from 'react'
import { type Entity, labelKey, permissionKey, stateAllows, type Verb } from '#model'
import { lazily } from '#web/base/chunk.ts'
import type { Act } from '#web/feedback/Acts.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { oneOf, t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { allows, verbActs } from './abilities.ts'
import { ConfirmRemove } from './ConfirmRemove.tsx'
import type { Shown } from './columns.ts'
import type { EntityTableProps } from './EntityTable.tsx'
import { EntityForm, ExportDialog, ImportDialog } from './lazy-dialogs.ts'
import type { EntityList } from './useEntityList.ts'

// panels and dialogs are loaded when first opened
const RecordPanel = lazily(() => import('./RecordDetail.tsx').then(m => ({ default: m.RecordPanel })))

/** The record verbs the user may use here; missing ones are not rendered. */
export interface Verbs<R> {
  add?: () => void
  importRows?: () => void
  exportRows?: () => void
  open?: (row: R) => void
  removeMany?: (rows: readonly R[]) => void
  actsOf: (row: R) => Act[]
  dialogs: ReactNode
}
type Opened<R> = { verb: 'add' | 'import' | 'export' } | { verb: 'update' | 'open'; row: R } | { verb: 'remove'; rows: readonly R[] }
type VerbOptions<E extends Entity> = EntityTableProps<E> & { list: EntityList<Shown<E>>; onRemoved: () => void }

export function useVerbs<E extends Entity>(given: VerbOptions<E>): Verbs<Shown<E>> {
  const { of, detail, onOpen } = given
  const offered: readonly Verb[] = given.verbs ?? of.verbs
  const { can } = useSession()
  const [opened, setOpened] = useState<Opened<Shown<E>>>()
  const may = (verb: Verb): boolean => offered.includes(verb) && of.verbs.includes(verb) && can(permissionKey(of, verb))
  const open = onOpen ?? (detail === false ? undefined : (row: Shown<E>) => setOpened({ verb: 'open', row }))
  const update = may('update') ? (row: Shown<E>) => setOpened({ verb: 'update', row }) : undefined
  const remove = may('remove') ? (rows: ReadonlyArray<Shown<E>>) => setOpened({ verb: 'remove', rows }) : undefined
  return {
    ...(may('add') ? { add: () => setOpened({ verb: 'add' }) } : {}),
    ...(may('import') ? { importRows: () => setOpened({ verb: 'import' }) } : {}),
    ...(may('export') ? { exportRows: () => setOpened({ verb: 'export' }) } : {}),
    ...(open ? { open } : {}),
    ...(remove ? { removeMany: remove } : {}),
    actsOf: row =>
      verbActs(of, row, [
        { verb: 'update', label: t('修改'), run: update },
        { verb: 'remove', label: t('删除'), danger: true, run: remove && (one => remove([one])) },
      ]),
    dialogs: opened ? <Suspense>{dialogOf(given, opened, () => setOpened(undefined), update)}</Suspense> : null,
  }
}
function dialogOf<E extends Entity>(given: VerbOptions<E>, opened: Opened<Shown<E>>, close: () => void, update: ((row: Shown<E>) => void) | undefined): ReactNode {
  const { of, list, form, detail, where } = given
  const asEntity: Entity = of
  const layout: FormLayout | undefined = form?.layout
  switch (opened.verb) {
    case 'add':
      return <EntityForm of={asEntity} onClose={close} layout={layout} size={form?.size ?? 480} initial={{ ...settled(of, where), ...form?.initial }} />
    case 'update':
      return <EntityForm key={opened.row.id} of={asEntity} id={opened.row.id} onClose={close} layout={layout} size={form?.size ?? 480} />
    case 'open':
      return (
        <RecordPanel
          key={opened.row.id}
          of={asEntity}
          id={opened.row.id}
          title={nameOf(of, opened.row)}
          onClose={close}
          onUpdate={update && allows(opened.row, 'update') && stateAllows(of, opened.row, 'update') ? () => update(opened.row) : undefined}
          {...((detail || {}) as object)}
        />
      )
    case 'remove':
      return <ConfirmRemove of={of} rows={opened.rows.map(row => ({ id: row.id, name: nameOf(of, row) }))} onClose={close} onDone={given.onRemoved} />
    case 'import':
      return <ImportDialog of={asEntity} onClose={close} />
    default:
      return <ExportDialog of={asEntity} search={list.search} sort={list.state.sort} total={list.total} columns={columnKeys(given)} onClose={close} />
  }
}
/** What a row is called: its title, or the title of the row that its title refers to. */
function nameOf(of: Entity, row: object): string {
  const { title } = of.options
  return String((row as Record<string, unknown>)[of.fields[title]?.kind === 'ref' ? labelKey(title) : title] ?? oneOf(of))
}
/** Fixed filters of the screen are preset in new rows. */
const settled = (of: Entity, where: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(where).filter(([name, value]) => name in of.fields && !Array.isArray(value) && !of.fields[name]?.options.readonly))
const columnKeys = <E extends Entity>(given: VerbOptions<E>): string[] => given.columns.map(c => (typeof c === 'string' ? c : c.key))
