import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, Fields as FieldSet, InputOf } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useAct } from '#web/forms/useAct.ts'
import type { FieldsForm } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { CASE_CHANGES } from './MyApplication.tsx'

interface ForStudentPanelProps<A extends Action<FieldSet, FieldSet>> {
  /** `applyFor` of the kind. */
  of: A
  title: string
  form: FieldsForm<A['input']>
  /** Word of the button. */
  submit: string
  isBlocked?: boolean
  /** Further entities that it changes. */
  changes?: readonly string[]
  onClose: () => void
  /** What the form leads to, above its fields and below them. */
  above?: ReactNode
  children?: ReactNode
}
/** Panel of a form in which staff apply for a student. */
export function ForStudentPanel<A extends Action<FieldSet, FieldSet>>(props: ForStudentPanelProps<A>) {
  const { of, title, form, submit, isBlocked = false, changes = [], onClose, above, children } = props
  const text = JSON.stringify(form.values)
  const [untouched] = useState(text)
  useUnsaved(text !== untouched)
  const act = useAct(of, { onDone: onClose, changes: [...CASE_CHANGES, ...changes], done: t('已登记') })
  const send = () => {
    const checked = form.check(givenValues(form.values))
    if (checked && !act.isPending) act.mutate(checked as InputOf<A>, { onError: form.refuse }) // the form is of the action's input
  }
  return (
    <Panel
      open
      title={title}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} disabled={isBlocked} onClick={send}>
            {submit}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
      <Stack>
        {above}
        <Fields form={form} disabled={act.isPending} />
        {children}
      </Stack>
    </Panel>
  )
}
