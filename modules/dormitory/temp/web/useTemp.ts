import { useState } from 'react'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { useRead } from '#web/records/useRead.ts'
import { tempApplication } from '../model/application.ts'
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
  const begun = useBeginning({ draft: 'dormitory.temp', id, values: { ...first(), ...values }, times: ['from', 'to', 'from'] })
  const { start } = begun
  const [picked, pick] = useState<Picked>({ from: textOf(start.from), to: textOf(start.to) })
  const [placeType, setPlaceType] = useState(textOf(start.placeType) || 'home')
  const preview = useRead(tempApplication.preview, { ...picked, id: id ?? null }, { enabled: Boolean(picked.from && picked.to), keeps: true }).data ?? undefined
  const [showsMore, setShowsMore] = useState(!start.contactName || !start.contactPhone)
  const showMore = () => setShowsMore(true)
  const state = useApplicationForm({
    of: tempApplication,
    ...begun,
    page: '/dormitory/temp/mine',
    layout: tempLayout({ needsProof: preview?.needsProof === true, submitBefore, showsMore }),
    beside: { ...picked, placeType },
    onInvalid: showMore,
  })
  return { ...state, preview, picked, pick, placeType, setPlaceType, showsMore, showMore }
}
