import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftOf, Entity } from '#model'
import { address, get, isRefusal, newKey, notify, post } from '#web/http/index.ts'
import { oneOf, t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { draftKey, dropDraft, type KeptDraft, keepDraft, readDraft } from './draft.ts'
import type { FormLayout, FormValues } from './layout.ts'
import { type FieldsForm, useFields } from './useFields.ts'
import { changedValues, givenValues, startValues } from './values.ts'

export interface Saved {
  id: string
  version: number
}
export interface RecordFormOptions<E extends Entity> {
  /** Row to edit; absent: a new one. */
  id?: string | undefined
  layout?: FormLayout<keyof E['fields'] & string> | undefined
  initial?: Partial<DraftOf<E>> | undefined
  onDone?: ((saved: Saved) => void) | undefined
}
export interface RecordForm {
  form: FieldsForm
  row: FormValues | undefined
  isLoading: boolean
  loadError: Error | null
  reload: () => void
  isSaving: boolean
  isChanged: boolean
  save: () => void
  /** Current row on the server after a version conflict; saving is blocked until it is resolved. */
  conflict: FormValues | undefined
  /** Rebases the input onto the server's row. */
  keepMine: () => void
  /** Discards the input in favour of the server's row. */
  takeTheirs: () => void
  /** Draft of an earlier visit. */
  draft: KeptDraft | undefined
  restoreDraft: () => void
  discardDraft: () => void
}
type Plain = Record<string, unknown>

/** State of a record's form, without rendering: loading, validation, drafts, idempotent saving, version conflicts. */
export function useRecordForm<E extends Entity>(of: E, { id, layout, initial, onDone }: RecordFormOptions<E>): RecordForm {
  const client = useQueryClient()
  const [row, setRow] = useState<Plain>()
  const [conflict, setConflict] = useState<Plain>()
  const start = useMemo(() => ({ ...initialsOf(of), ...initial }), [of, initial])
  const mayReveal = useCan(`${of.module}:${of.name}:reveal`)
  const fields = useMemo(() => visibleFields(of, row, mayReveal), [of, row, mayReveal])
  const form = useFields(fields, layout, id ? {} : start)
  const read = useQuery({
    queryKey: [...entityKey(of), 'form', id],
    queryFn: () => get<Plain>(address(of, 'getOne'), { id }, { quiet: true }),
    meta: { inPlace: true },
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { reset } = form
  const ground = (next: Plain, values: FormValues = startValues(of.fields, next)) => {
    setRow(next)
    reset(values)
  }
  // the first row loaded is the base of the form; later versions go through conflict resolution
  if (read.data && !row) ground(read.data)
  const changed = id ? (row ? changedValues(fields, row, form.values) : {}) : givenValues(form.values)
  const isChanged = id ? Object.keys(changed).length > 0 : Object.keys(changedValues(fields, start, form.values)).length > 0
  const drafts = useDraft(of, id, isChanged ? (id ? changed : form.values) : {}, row !== undefined || id === undefined)
  useUnsaved(isChanged)
  // idempotency key, renewed after a refusal: a double click or a retry after a lost response writes once
  const key = useRef(newKey())
  const write = useMutation({
    mutationFn: (body: Plain) => post<Saved>(address(of, id ? 'update' : 'add'), body, { idempotencyKey: key.current, quiet: true }),
    onSuccess: saved => {
      drafts.finish()
      void client.invalidateQueries({ queryKey: entityKey(of) })
      notify.success(id ? t('已保存') : t('已新增{{label}}', { label: oneOf(of) }))
      onDone?.(saved)
    },
    onError: error => {
      if (id && isStale(error)) void showConflict()
      else form.refuse(error)
      if (isRefusal(error)) key.current = newKey()
    },
  })
  const showConflict = async () => {
    try {
      setConflict(await get<Plain>(address(of, 'getOne'), { id }, { quiet: true }))
    } catch (error) {
      form.refuse(error)
    }
  }
  const save = () => {
    if (write.isPending || conflict) return
    const checked = id ? form.checkChanges(changed) : form.check(changed)
    if (!checked) return
    if (id && !Object.keys(checked).length) return onDone?.({ id, version: Number(row?.version ?? 0) })
    write.mutate(id ? { id, version: row?.version, ...checked } : checked)
  }
  return {
    form,
    row,
    isLoading: id !== undefined && !row && !read.error,
    loadError: row ? null : read.error,
    reload: () => void read.refetch(),
    isSaving: write.isPending,
    isChanged,
    save,
    conflict,
    keepMine: () => {
      if (conflict) ground(conflict, { ...startValues(of.fields, conflict), ...changed })
      setConflict(undefined)
    },
    takeTheirs: () => {
      if (conflict) ground(conflict)
      drafts.discard()
      setConflict(undefined)
    },
    draft: drafts.kept,
    restoreDraft: () => {
      for (const [name, value] of Object.entries(drafts.kept?.values ?? {})) form.set(name, value)
      drafts.taken()
    },
    discardDraft: drafts.discard,
  }
}
/** A version conflict; other 409s are ordinary refusals. */
const isStale = (error: unknown): boolean => isRefusal(error) && error.code === 409 && error.errors.some(e => e.rule === 'record.stale')

function initialsOf(of: Entity): Plain {
  const given = Object.entries(of.fields).filter(([, f]) => !f.options.readonly && !f.options.computed) // the server's own begin there
  return Object.fromEntries(given.flatMap(([name, f]) => (f.options.initial !== undefined && f.options.initial !== null ? [[name, f.options.initial]] : [])))
}
/** A sensitive field that was not delivered may be overwritten only by users who may reveal it. */
function visibleFields(of: Entity, row: Plain | undefined, mayReveal: boolean): Entity['fields'] {
  if (!row || mayReveal) return of.fields
  return Object.fromEntries(Object.entries(of.fields).filter(([name, f]) => f.options.sensitivity !== 'S2' || name in row))
}

function useDraft(of: Entity, id: string | undefined, values: FormValues, isReady: boolean) {
  const key = draftKey(`${of.module}.${of.name}`, id)
  const [kept, setKept] = useState(() => readDraft(key))
  const text = JSON.stringify(values)
  const isDone = useRef(false)
  const wrote = useRef(false)
  const write = useRef(() => {})
  useEffect(() => {
    // do not overwrite an offered draft with an untouched form
    if (!isReady || isDone.current || (text === '{}' && !wrote.current)) return
    write.current = () => {
      write.current = () => {}
      if (isDone.current) return
      wrote.current = true
      keepDraft(key, JSON.parse(text) as FormValues, of.fields)
    }
    const timer = setTimeout(() => write.current(), 400)
    return () => clearTimeout(timer)
  }, [key, text, isReady, of])
  // flush the pending write on unmount
  useEffect(() => () => write.current(), [])
  return {
    kept,
    taken: () => setKept(undefined),
    discard: () => {
      dropDraft(key)
      setKept(undefined)
    },
    /** After saving: drops the draft and cancels the pending write. */
    finish: () => {
      isDone.current = true
      dropDraft(key)
    },
  }
}
