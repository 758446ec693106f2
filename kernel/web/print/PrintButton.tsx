import { type ReactNode, Suspense, useState } from 'react'
import type { Entity } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'

const PrintDialog = lazily(() => import('./PrintDialog.tsx').then(m => ({ default: m.PrintDialog })))

const ISSUE = 'sheet:print:issue'
/** Whether the user may print rows of this entity. */
export function useMayPrint(of: Entity): boolean {
  const { can } = useSession()
  return can(ISSUE) && can(`${of.module}:${of.name}:list`)
}
interface PrintButtonProps {
  of: Entity
  /** Code of the template. */
  template: string
  /** What is printed; defaults to `打印`. */
  label?: string
  ids: readonly string[]
  icon?: ReactNode
}
/** Button that prints numbered documents of rows; in a row, for a selection, or on a page. Not rendered without permission. */
export function PrintButton({ of, template, label, ids, icon }: PrintButtonProps) {
  const mayPrint = useMayPrint(of)
  const [isOpen, setOpen] = useState(false)
  if (!mayPrint) return null
  return (
    <>
      <PlacedButton icon={icon} disabled={!ids.length} onClick={() => setOpen(true)}>
        {label ? t('打印{{label}}', { label: t(label) }) : t('打印')}
      </PlacedButton>
      <Suspense>{isOpen ? <PrintDialog of={of} template={template} ids={ids} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
