import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, InputOf } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { downloadAndSave } from '#web/http/blob.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { actionAddress } from '#web/values/address.ts'

interface FileButtonProps<A extends Action> {
  of: A
  input: Partial<InputOf<A>>
  /** Inputs asked of the person: password and reason of a file with sensitive columns, say. */
  asks: ReadonlyArray<keyof A['input'] & string>
  note?: ReactNode
  isReady?: boolean
  onDone?: () => void
  children?: ReactNode
}
/** Button that asks for the rest of an action's input and saves the file it answers. */
export function FileButton<A extends Action>({ of, children, ...rest }: FileButtonProps<A>) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan(of.permission)) return null
  return (
    <>
      <PlacedButton onClick={() => setOpen(true)}>{children ?? t(of.label)}</PlacedButton>
      {isOpen ? <FilePanel of={of} {...rest} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function FilePanel<A extends Action>({ of, input, asks, note, isReady = true, onDone, onClose }: Omit<FileButtonProps<A>, 'children'> & { onClose: () => void }) {
  const form = useFields(of.input, asks, {})
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const checked = form.check({ ...givenValues(form.values), ...input })
    if (!checked || isBusy) return
    setBusy(true)
    try {
      await downloadAndSave(actionAddress(of), checked, { quiet: true })
      onDone?.()
      onClose()
    } catch (error) {
      form.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const verb = t(of.label)
  return (
    <Panel
      open
      onClose={onClose}
      title={verb}
      size={480}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void save()}>
            {verb}
          </Button>
        </div>
      }
    >
      {note}
      {form.refusal ? <Refused what={t('{{verb}}没有成功', { verb })} error={form.refusal} /> : null}
      <Fields form={form} disabled={isBusy} />
    </Panel>
  )
}
