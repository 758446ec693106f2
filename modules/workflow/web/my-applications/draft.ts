import { useEffect, useState } from 'react'
import type { Fields } from '#model'
import { draftKey, dropDraft, type KeptDraft, keepDraft, readDraft } from '#web/forms/draft.ts'
import type { FormValues } from '#web/forms/layout.ts'
import { useUnsaved } from '#web/shell/unsaved.ts'

export interface OwnDraft {
  key: string
  /** What was kept the last time; an application that came back begins with itself. */
  kept: KeptDraft | undefined
  isAgain: boolean
  forget(): void
}
/** The draft of an application that is written for the first time; one that came back (`id`) keeps none. */
export function useApplicationDraft(form: string, id: string | undefined): OwnDraft {
  const key = draftKey(form, id)
  const [kept] = useState(() => (id ? undefined : readDraft(key)))
  return { key, kept, isAgain: Boolean(id), forget: () => dropDraft(key) }
}
const PAUSE_MS = 600
/** Keeps what is typed after a pause, and says when it did; where no draft is kept, leaving asks first. */
export function useKeeping({ key, kept, isAgain }: OwnDraft, { values, fields, isTouched }: { values: FormValues; fields: Fields; isTouched: boolean }): number | undefined {
  const [savedAt, setSavedAt] = useState(kept?.at)
  const text = JSON.stringify(values)
  useEffect(() => {
    if (!isTouched || isAgain) return
    const timer = setTimeout(() => {
      keepDraft(key, JSON.parse(text) as FormValues, fields)
      setSavedAt(Date.now())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, key, fields, isTouched, isAgain])
  useUnsaved(isTouched && isAgain)
  return savedAt
}
/** A draft whose time has passed keeps its words, not its time. */
export function stillAhead<K extends string>(values: FormValues | undefined, times: readonly [from: K, to: K], judgedBy: K): Record<string, unknown> {
  if (Date.parse(String(values?.[judgedBy])) > Date.now()) return { ...values }
  return Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !(times as readonly string[]).includes(name)))
}
