import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, InputOf } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { Fields } from './Fields.tsx'
import type { FormLayout } from './layout.ts'
import { type ActOptions, useAct } from './useAct.ts'
import type { KeptFiles } from './useActionQueue.ts'
import { type FieldsForm, useFields } from './useFields.ts'
import { changedValues, givenValues } from './values.ts'
import './forms.css'

export interface ActionFormOptions<A extends Action> extends ActOptions<A> {
  layout?: FormLayout<keyof A['input'] & string> | undefined
  /** Fixed input that is sent but not shown, e.g. the row's id. */
  input?: Partial<InputOf<A>> | undefined
  initial?: Partial<InputOf<A>> | undefined
  /** Takes the input, and the files chosen for it, in place of the server: for a queue of actions. */
  keep?: ((input: InputOf<A>, files: KeptFiles) => void) | undefined
  /** It can be sent only then, by button or Enter. */
  isReady?: ((values: FieldsForm['values']) => boolean) | undefined
}
/** State and submission of an action's form, without rendering. */
export function useActionForm<A extends Action>(
  of: A,
  { layout, input, initial, keep, isReady = () => true, ...options }: ActionFormOptions<A>,
): { form: FieldsForm; isBusy: boolean; isReady: boolean; send: () => void } {
  const asked: FormLayout = layout ?? Object.keys(of.input).filter(name => !(name in (input ?? {})))
  const [settledLayout] = useState<FormLayout>(asked)
  const form = useFields(of.input, settledLayout, { ...initial })
  useUnsaved(Object.keys(changedValues(of.input, { ...initial }, form.values)).length > 0)
  const act = useAct(of, options)
  const send = () => {
    if (act.isPending || !isReady(form.values)) return
    // without a queue files stay, and the check of the input refuses them
    const { files, values } = keep ? apart(form.values) : { files: {}, values: form.values }
    const checked = form.check({ ...givenValues(values), ...input })
    if (checked && keep) keep(checked as InputOf<A>, files)
    else if (checked) act.mutate(checked as InputOf<A>, { onError: form.refuse })
  }
  return { form, isBusy: act.isPending, isReady: isReady(form.values), send }
}

export interface ActionFormProps<A extends Action> extends ActionFormOptions<A> {
  of: A
  onClose: () => void
  title?: ReactNode
  /** What the action will do, above the inputs: words, or more than words; may depend on the current values. */
  note?: ReactNode | ((values: FieldsForm['values']) => ReactNode)
  danger?: boolean
  size?: 480 | 720
}
/** Panel that collects an action's input and submits it. */
export function ActionForm<A extends Action>({ of, onClose, title, note, danger, size, onDone, keep, ...options }: ActionFormProps<A>) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const { form, isBusy, isReady, send } = useActionForm(of, {
    ...options,
    ...(keep && {
      keep: (given: InputOf<A>, files: KeptFiles) => {
        close()
        keep(given, files)
      },
    }),
    onDone: answer => {
      close()
      onDone?.(answer)
    },
  })
  const verb = t(of.label)
  return (
    <Panel
      open={isOpen}
      onClose={close}
      afterClose={onClose}
      title={title ?? verb}
      size={size ?? 480}
      footer={
        <div className="ql-acts">
          <Button onClick={close}>{t('取消')}</Button>
          <Button type="primary" danger={danger === true} disabled={!isReady} loading={isBusy} onClick={send}>
            {verb}
          </Button>
        </div>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <Note>{typeof note === 'function' ? note(form.values) : note}</Note>
        {form.refusal ? <Refused what={t('{{verb}}没有成功', { verb })} error={form.refusal} /> : null}
        <Fields form={form} disabled={isBusy} />
        <button type="submit" hidden />
      </form>
    </Panel>
  )
}
const Note = ({ children }: { children: ReactNode }) => (typeof children === 'string' ? <p className="ql-help">{children}</p> : children)
const isFiles = (value: unknown): value is readonly File[] => Array.isArray(value) && value[0] instanceof File
/** Files, which are no input of an action, apart from the other values. */
function apart(values: FieldsForm['values']): { files: KeptFiles; values: FieldsForm['values'] } {
  const files = Object.entries(values).flatMap(([name, value]) => (isFiles(value) ? [[name, value] as const] : []))
  return { files: Object.fromEntries(files), values: Object.fromEntries(Object.entries(values).filter(([, value]) => !isFiles(value))) }
}
