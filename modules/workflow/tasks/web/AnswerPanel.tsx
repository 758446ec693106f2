import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, Fields as FieldSet } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { type FieldsForm, useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'

interface AnswerPanelProps {
  /** The action that answers, as `answerActions` makes it. */
  of: Action<FieldSet, FieldSet>
  /** The round, under the name its answers have for it. */
  round: Readonly<Record<string, string>>
  title: ReactNode
  /** Fields of the form. */
  asked: FieldSet
  layout?: FormLayout | undefined
  initial: FormValues
  /** Version of the answer that is changed. */
  version: number | undefined
  /** An answer in a few words, shown where another window answered meanwhile. */
  summary: (answer: FormValues) => string
  onClose: () => void
}
/** The form of a task's answer. An answer given elsewhere meanwhile is shown beside it before it is replaced. */
export function AnswerPanel({ of, round, title, asked, layout, initial, version: known, summary, onClose }: AnswerPanelProps) {
  const [start] = useState(initial)
  const [theirs, setTheirs] = useState<FormValues>()
  const form = useFields(asked, layout, start)
  useUnsaved(JSON.stringify(form.values) !== JSON.stringify(start))
  const act = useAct(of, { onDone: onClose, done: t('已提交') })
  const version = typeof theirs?.version === 'number' ? theirs.version : known
  const refuse = (error: Error) => {
    const current = isRefusal(error) && error.code === 409 ? error.data : undefined
    if (typeof current === 'object' && current !== null) setTheirs(current as FormValues)
    else form.refuse(error)
  }
  const send = () => {
    const checked = form.check(shownValues(form))
    if (checked && !act.isPending) act.mutate({ ...checked, ...round, ...(version === undefined ? {} : { version }) }, { onError: refuse })
  }
  return (
    <Panel
      open
      title={title}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} onClick={send}>
            {theirs ? t('用我填的保存') : t('保存')}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
      {theirs ? (
        <p className="ql-problem" role="alert">
          {t('另一处刚刚填写了：{{theirs}}。下面是你填的，核对后再保存。', { theirs: summary(theirs) })}
        </p>
      ) : null}
      <Fields form={form} />
    </Panel>
  )
}
/** Values of the fields that are asked now. */
function shownValues({ sections, values }: FieldsForm): Record<string, unknown> {
  const given = givenValues(values)
  const shown = sections.flatMap(s => s.fields).filter(spec => (spec.when?.(values) ?? true) && given[spec.field] !== undefined)
  return Object.fromEntries(shown.map(({ field }) => [field, given[field]]))
}
