import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { changeApplication } from '../model/application.ts'

const LAYOUT = ['reason', 'detail', 'proofs'] as const
/** Target and date, entered in controls of the page's own. */
export interface Target {
  type: 'move' | 'swap'
  toBedId: string | null
  peerNo: string
  peerName: string
  effectiveDate: string
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const targetOf = (values: Readonly<Record<string, unknown>>): Target => ({
  type: values.type === 'swap' ? 'swap' : 'move',
  toBedId: textOf(values.toBedId) || null,
  peerNo: textOf(values.peerNo),
  peerName: textOf(values.peerName),
  // a past date in a draft becomes today
  effectiveDate: [textOf(values.effectiveDate), schoolDate(Date.now())].sort().at(-1) ?? schoolDate(Date.now()),
})
const CHANGES = ['dormStay']
/** Form state of an application: values, preview and stored draft. */
export function useChange({ id, values }: { id?: string | undefined; values: Readonly<Record<string, unknown>> }) {
  const begun = useBeginning({ draft: 'dormitory.change', id, values: {}, prefilled: values })
  const [target, setTarget] = useState(() => targetOf(begun.start))
  const isSettled = target.type === 'move' ? target.toBedId !== null : target.peerNo.trim().length > 3 && target.peerName.trim().length > 1
  const state = useApplicationForm({
    of: changeApplication,
    ...begun,
    ...{ layout: LAYOUT, page: '/dormitory/change/mine', changes: CHANGES },
    beside: forType(target),
    done: target.type === 'swap' ? t('已请对方确认') : undefined,
    once: ['type', 'peerNo', 'peerName'],
  })
  const reason = textOf(state.form.values.reason) || null
  const preview = useRead(changeApplication.preview, { ...forType(target), reason, id: id ?? null }, { enabled: isSettled, keeps: true }).data ?? undefined
  return { ...state, target, put: (patch: Partial<Target>) => setTarget(now => ({ ...now, ...patch })), isSettled, preview }
}
/** A move submits no person, a swap no bed. */
const forType = ({ type, toBedId, peerNo, peerName, effectiveDate }: Target) =>
  type === 'move' ? { type, toBedId, peerNo: null, peerName: null, effectiveDate } : { type, toBedId: null, peerNo: peerNo.trim(), peerName: peerName.trim(), effectiveDate }
