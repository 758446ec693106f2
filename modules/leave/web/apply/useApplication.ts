import { useMemo, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { useRead } from '#web/records/useRead.ts'
import { leaveApplication } from '../../model/application.ts'
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
export function useApplication({ id, values, prefilled, isSensitive }: Beginning) {
  const begun = useBeginning({ draft: 'leave.apply', id, values: { ...usualSpan(schoolDate(Date.now())), ...values }, times: ['startAt', 'endAt', 'endAt'], prefilled })
  const [base, setBase] = useState<Picked>({ startAt: textOf(begun.start.startAt), endAt: textOf(begun.start.endAt) })
  const [shift, setShift] = useState(0)
  const picked = useMemo(() => movedBy(base, shift), [base, shift])
  const [typeId, setTypeId] = useState(textOf(begun.start.typeId))
  const preview = useRead(leaveApplication.preview, { typeId, ...picked, id: id ?? null }, { enabled: Boolean(typeId), keeps: true }).data ?? undefined
  const state = useApplicationForm({
    of: leaveApplication,
    ...begun,
    page: '/leave/mine',
    layout: detailLayout(preview),
    beside: { typeId, ...picked },
    unkept: isSensitive(typeId) ? ['reason'] : [],
  })
  const pick = (next: Picked) => {
    setBase(next)
    setShift(0)
  }
  return { ...state, preview, typeId, setTypeId, picked, pick, shift, setShift }
}
