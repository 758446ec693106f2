import { useEffect, useState } from 'react'
import type { Fields } from '#model'
import { draftKey, dropDraft, type KeptDraft, keepDraft, readDraft } from '#web/forms/draft.ts'
import type { FormValues } from '#web/forms/layout.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'

export interface OwnDraft {
  key: string
  /** The stored draft; a resubmission starts from its row. */
  kept: KeptDraft | undefined
  isAgain: boolean
  forget(): void
}
/** Draft of a new application; a resubmission (`id`) stores none. */
export function useApplicationDraft(form: string, id: string | undefined): OwnDraft {
  const key = draftKey(form, id)
  const [kept] = useState(() => (id ? undefined : readDraft(key)))
  return { key, kept, isAgain: Boolean(id), forget: () => dropDraft(key) }
}
const PAUSE_MS = 600
/** Stores input after a pause and shows when; without a draft, leaving asks for confirmation. */
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
/** Drops past times from a stored draft and keeps the text. */
export function stillAhead<K extends string>(values: FormValues | undefined, times: readonly [from: K, to: K], judgedBy: K): Record<string, unknown> {
  if (Date.parse(String(values?.[judgedBy])) > Date.now()) return { ...values }
  return Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !(times as readonly string[]).includes(name)))
}
/** Stores what an application asked as the draft of the next one; files stay with their own. */
export function keepCopy(form: string, row: object, fields: Fields): void {
  const asked = Object.entries(row).filter(([name, value]) => fields[name] && fields[name].kind !== 'files' && value !== null)
  keepDraft(draftKey(form), Object.fromEntries(asked), fields)
}
