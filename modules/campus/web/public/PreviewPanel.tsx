import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, InputOf, Fields as ModelFields } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress } from '#web/values/address.ts'
import style from '../campus.module.css'

interface PreviewPanelProps<P extends Action, A extends Action> {
  title: ReactNode
  preview: P
  of: A
  layout: FormLayout
  initial?: FormValues
  /** Fixed input, not part of the form. */
  input?: Partial<InputOf<A>>
  /** Form fields that differ from the action's input, with their conversion. */
  ask?: { fields: ModelFields; toInput: (values: FormValues) => Record<string, unknown> }
  note?: ReactNode
  /** Renders the preview's result. */
  show: (found: AnswerOf<P>) => ReactNode
  /** Label of the submit button: 生成 12 个班. Undefined when there is nothing to do. */
  verb: (found: AnswerOf<P>) => string | undefined
  changes?: readonly string[]
  size?: 480 | 720
  onClose: () => void
}
/** The submit button replaces 预览: ignore the second half of a double click. */
const READ_MS = 600
export const isRead = (foundAt: number): boolean => Date.now() - foundAt > READ_MS

/** Form, preview, then submit. Any change after the preview requires a new one. */
export function PreviewPanel<P extends Action, A extends Action>(props: PreviewPanelProps<P, A>) {
  const { preview, of, input, ask, show, verb, size = 720 } = props
  const [isOpen, setOpen] = useState(true)
  const [layout] = useState(props.layout)
  const form = useFields(ask?.fields ?? of.input, layout, { ...initialsOf(of), ...props.initial })
  const given = { ...givenValues(form.values), ...(ask ? {} : input) }
  const asked = JSON.stringify(given)
  const look = useMutation<{ found: AnswerOf<P>; asked: string; at: number }, Error, InputOf<P>>({
    mutationFn: async body => ({ found: await post<AnswerOf<P>>(actionAddress(preview), body, { quiet: true }), asked, at: Date.now() }),
    onError: form.refuse,
  })
  const act = useAct(of, {
    changes: props.changes,
    onDone: () => setOpen(false),
  })
  const found = look.data && look.data.asked === asked ? look.data.found : undefined
  const does = found === undefined ? undefined : verb(found)
  const send = () => {
    const checked = form.check(given)
    if (!checked) return
    const body = ask ? { ...ask.toInput(checked), ...input } : checked
    if (found === undefined) look.mutate(body as InputOf<P>)
    else if (does && isRead(look.data?.at ?? 0)) act.mutate(body as InputOf<A>, { onError: form.refuse })
  }
  return (
    <Panel
      open={isOpen}
      onClose={() => setOpen(false)}
      afterClose={props.onClose}
      title={props.title}
      size={size}
      footer={
        <div className="ql-acts">
          <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
          <Button type="primary" loading={look.isPending || act.isPending} disabled={found !== undefined && !does} onClick={send}>
            {found === undefined ? t('预览') : (does ?? t('没有可做的'))}
          </Button>
        </div>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          // Enter only requests the preview; submitting takes a click
          if (found === undefined) send()
        }}
      >
        {props.note ? <div className={style.note}>{props.note}</div> : null}
        {form.refusal ? <Refused what={t('{{verb}}没有成功', { verb: t(of.label) })} error={form.refusal} /> : null}
        <Fields form={form} disabled={act.isPending} />
        <button type="submit" hidden />
      </form>
      {found === undefined ? null : <section aria-live="polite">{show(found)}</section>}
    </Panel>
  )
}
const initialsOf = (of: Action): FormValues =>
  Object.fromEntries(Object.entries(of.input).flatMap(([name, f]) => (f.options.initial === undefined ? [] : [[name, f.options.initial]])))
