import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action, Fields, InputOf } from '#model'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { type FieldsForm, useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { t } from '#web/i18n/index.ts'
import { type OwnDraft, stillAhead, useApplicationDraft, useKeeping } from './draft.ts'
import { CASE_CHANGES } from './MyApplication.tsx'

interface Submitting {
  apply: Action<Fields, Fields>
  resubmit: Action<Fields, Fields>
}
interface Beginning {
  /** Name of the form, under which its draft is stored. */
  draft: string
  /** The returned application, if it is one. */
  id: string | undefined
  values: FormValues
  /** Start and end, and the one that decides whether a stored draft is still of use. */
  times?: readonly [from: string, to: string, judgedBy: string]
  /** Values that take precedence over a draft. */
  prefilled?: FormValues
}
interface BegunForm {
  draft: OwnDraft
  start: FormValues
}
/** Initial values of an application: known ones, a stored draft whose times are still ahead, and prefilled ones. */
export function useBeginning({ draft: name, id, values, times, prefilled }: Beginning): BegunForm {
  const draft = useApplicationDraft(name, id)
  const [start] = useState<FormValues>(() => ({ ...values, ...(times ? stillAhead(draft.kept?.values, [times[0], times[1]], times[2]) : draft.kept?.values), ...prefilled }))
  return { draft, start }
}
interface ApplicationOptions<A extends Submitting> extends BegunForm {
  of: A
  /** Page of one's own applications, opened afterwards. */
  page: string
  layout: FormLayout
  /** Values kept beside the form's fields: a picked time, a chosen type. */
  beside: FormValues
  /** What must not be stored on the device. */
  unkept?: readonly string[]
  /** Input of the first submission only. */
  once?: readonly string[]
  /** Further entities that it changes. */
  changes?: readonly string[]
  /** Said after the first submission. */
  done?: string | undefined
  /** Called if a field is missing or wrong. */
  onInvalid?: () => void
}
export interface ApplicationFormState {
  form: FieldsForm
  isAgain: boolean
  isBusy: boolean
  /** When the draft was last stored, in milliseconds. */
  savedAt: number | undefined
  send: () => void
}
/** State of an application form: fields, stored draft, and submission. */
export function useApplicationForm<A extends Submitting>(options: ApplicationOptions<A>): ApplicationFormState {
  const { of, draft, start, page, layout, beside, unkept = [], once = [], onInvalid } = options
  const navigate = useNavigate()
  const form = useFields(of.apply.input, layout, start)
  const all: FormValues = { ...form.values, ...beside }
  const text = JSON.stringify(all)
  const [untouched] = useState(text)
  const savedAt = useKeeping(draft, { values: without(all, unkept), fields: of.apply.input, isTouched: text !== untouched })
  const onDone = (answer: object) => {
    draft.forget()
    navigate(`${page}?id=${'id' in answer ? String(answer.id) : ''}`, { replace: true })
  }
  const changes = [...CASE_CHANGES, ...(options.changes ?? [])]
  const apply = useAct(of.apply, { onDone, changes, done: options.done ?? t('申请已提交') })
  const again = useAct(of.resubmit, { onDone, changes, done: t('申请已重新提交') })
  const isBusy = apply.isPending || again.isPending
  const send = () => {
    const checked = form.check(givenValues(all))
    if (!checked) return onInvalid?.()
    if (isBusy) return
    // the fields were validated against the action's input just before
    if (draft.isAgain) again.mutate({ ...without(checked, once), id: start.id } as unknown as InputOf<A['resubmit']>, { onError: form.refuse })
    else apply.mutate(checked as InputOf<A['apply']>, { onError: form.refuse })
  }
  return { form, isAgain: draft.isAgain, isBusy, savedAt, send }
}
const without = (values: FormValues, names: readonly string[]): FormValues => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
