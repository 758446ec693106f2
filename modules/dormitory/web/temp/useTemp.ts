import { useState } from 'react'
import { stillAhead, useApplicationDraft, useKeeping } from '#modules/workflow/web/my-applications/draft.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { useRead } from '#web/records/useRead.ts'
import { applyTemp, previewTemp } from '../../model/temp/actions.ts'
import { type Picked, usualSpans } from './labels.ts'
import { tempLayout } from './layout.tsx'

export interface Beginning {
  /** The returned one. */
  id?: string | undefined
  values: Readonly<Record<string, unknown>>
  submitBefore: string
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const first = (): Picked => usualSpans()[0]?.span ?? { from: '', to: '' }

/** Form state of an application: values, preview and stored draft. */
export function useTemp({ id, values, submitBefore }: Beginning) {
  const draft = useApplicationDraft('dormitory.temp', id)
  const [start] = useState<Record<string, unknown>>(() => ({ ...first(), ...values, ...stillAhead(draft.kept?.values, ['from', 'to'], 'from') }))
  const [picked, pick] = useState<Picked>({ from: textOf(start.from), to: textOf(start.to) })
  const [placeType, setPlaceType] = useState(textOf(start.placeType) || 'home')
  const preview = useRead(previewTemp, { ...picked, id: id ?? null }, { enabled: Boolean(picked.from && picked.to) })
  const [showsMore, setShowsMore] = useState(!start.contactName || !start.contactPhone)
  const form = useFields(applyTemp.input, tempLayout({ needsProof: preview.data?.needsProof === true, submitBefore, showsMore }), start)
  const all: Record<string, unknown> = { ...form.values, ...picked, placeType }
  const text = JSON.stringify(all)
  const [untouched] = useState(text)
  const savedAt = useKeeping(draft, { values: all, fields: applyTemp.input, isTouched: text !== untouched })
  return {
    form,
    picked,
    pick,
    placeType,
    setPlaceType,
    preview,
    showsMore,
    showMore: () => setShowsMore(true),
    savedAt,
    given: () => givenValues(all),
    forget: draft.forget,
  }
}
