import { useMemo, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { stillAhead, useApplicationDraft, useKeeping } from '#modules/workflow/web/my-applications/draft.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { useRead } from '#web/records/useRead.ts'
import { applyLeave, previewLeave } from '../../model/actions.ts'
import { detailLayout } from './layout.tsx'
import { movedBy, type Picked, usualSpan } from './span.ts'

/** Initial form values besides a stored draft. */
export interface Beginning {
  /** The returned leave. */
  id?: string | undefined
  values: Readonly<Record<string, unknown>>
  /** From the URL; takes precedence over a draft. */
  prefilled: Readonly<Record<string, unknown>>
  isSensitive(typeId: string): boolean
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Form state of an application: values, preview and stored draft. */
export function useApplication({ id, values: initial, prefilled, isSensitive }: Beginning) {
  const draft = useApplicationDraft('leave.apply', id)
  const [start] = useState<Record<string, unknown>>(() => ({
    ...usualSpan(schoolDate(Date.now())),
    ...initial,
    ...stillAhead(draft.kept?.values, ['startAt', 'endAt'], 'endAt'),
    ...prefilled,
  }))
  const [base, setBase] = useState<Picked>({ startAt: textOf(start.startAt), endAt: textOf(start.endAt) })
  const [shift, setShift] = useState(0)
  const picked = useMemo(() => movedBy(base, shift), [base, shift])
  const [typeId, setTypeId] = useState(textOf(start.typeId))
  const read = useRead(previewLeave, { typeId, ...picked, id: id ?? null }, { enabled: Boolean(typeId) })
  const form = useFields(applyLeave.input, detailLayout(read.data ?? undefined), start)
  const [first] = useState(() => JSON.stringify(form.values))
  const isTouched = shift !== 0 || JSON.stringify(form.values) !== first || base.startAt !== start.startAt || base.endAt !== start.endAt || typeId !== start.typeId
  const all: Record<string, unknown> = { ...form.values, typeId, ...picked }
  // sensitive reasons are not stored on the device
  const savedAt = useKeeping(draft, { values: isSensitive(typeId) ? { ...all, reason: undefined } : all, fields: applyLeave.input, isTouched })
  return {
    form,
    typeId,
    setTypeId,
    picked,
    shift,
    setShift,
    pick: (next: Picked) => {
      setBase(next)
      setShift(0)
    },
    preview: read,
    savedAt,
    given: () => givenValues(all),
    forget: draft.forget,
  }
}
