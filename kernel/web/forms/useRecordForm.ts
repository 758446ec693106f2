import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftOf, Entity } from '#model'
import { address, get, isRefusal, newKey, notify, post } from '#web/http/index.ts'
import { oneOf, t } from '#web/i18n/index.ts'
import { entityKey } from '#web/records/address.ts'
import { useCan } from '#web/session/useCan.ts'
import { useUnsaved } from '#web/shell/unsaved.ts'
import { draftKey, dropDraft, type KeptDraft, keepDraft, readDraft } from './draft.ts'
import type { FormLayout, FormValues } from './layout.ts'
import { type FieldsForm, useFields } from './useFields.ts'
import { changedValues, givenValues, startValues } from './values.ts'

export interface Saved {
  id: string
  version: number
}
export interface RecordFormOptions<E extends Entity> {
  /** Row that is changed; without it a new one is made. */
  id?: string | undefined
  layout?: FormLayout | undefined
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
  /** Somebody saved the same row first: their row. Until it is decided, nothing is sent. */
  conflict: FormValues | undefined
  /** Takes their row as the ground and keeps what was typed here. */
  keepMine: () => void
  /** Throws away what was typed here. */
  takeTheirs: () => void
  /** A half-filled form from an earlier visit. */
  draft: KeptDraft | undefined
  restoreDraft: () => void
  discardDraft: () => void
}
type Plain = Record<string, unknown>

/** A record's form without its looks: reads, checks, keeps drafts, saves once, notices conflicts. */
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
  // a row that came is the ground of the form once; later reads go through the conflict
  if (read.data && !row) ground(read.data)
  const changed = id ? (row ? changedValues(fields, row, form.values) : {}) : givenValues(form.values)
  const isChanged = id ? Object.keys(changed).length > 0 : Object.keys(changedValues(fields, start, form.values)).length > 0
  const drafts = useDraft(of, id, isChanged ? (id ? changed : form.values) : {}, row !== undefined || id === undefined)
  useUnsaved(isChanged)
  // one key for one opening of the form: pressing twice, or again after a lost answer, writes once
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
    const checked = form.check(changed, id ? 'update' : 'add')
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
/** A stale write, told apart from other things that were handled already by the version it carries. */
const isStale = (error: unknown): boolean => isRefusal(error) && error.code === 409 && error.errors.some(e => e.rule === 'record.stale')

function initialsOf(of: Entity): Plain {
  const given = Object.entries(of.fields).filter(([, f]) => !f.options.readonly && !f.options.computed) // the server's own begin there
  return Object.fromEntries(given.flatMap(([name, f]) => (f.options.initial !== undefined && f.options.initial !== null ? [[name, f.options.initial]] : [])))
}
/** A sensitive value that did not come may be replaced only by those who might also read it. */
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
    // an offered draft is not overwritten by a form that nobody has touched yet
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
  // whoever closes the form right after typing finds that, too
  useEffect(() => () => write.current(), [])
  return {
    kept,
    taken: () => setKept(undefined),
    discard: () => {
      dropDraft(key)
      setKept(undefined)
    },
    /** Saved: nothing is kept any more, not even what is still waiting to be written. */
    finish: () => {
      isDone.current = true
      dropDraft(key)
    },
  }
}
