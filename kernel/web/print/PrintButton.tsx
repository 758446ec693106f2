import { Button } from 'antd'
import { type ReactNode, Suspense, useContext, useState } from 'react'
import type { Entity } from '#model'
import { lazily } from '#web/app/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { ActPlace } from '#web/records/Acts.tsx'
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
  const place = useContext(ActPlace)
  const mayPrint = useMayPrint(of)
  const [isOpen, setOpen] = useState(false)
  if (!mayPrint) return null
  return (
    <>
      <Button
        type={place === 'row' ? 'link' : place === 'bar' ? 'text' : 'default'}
        {...(place === 'page' ? {} : { size: 'small' as const })}
        icon={icon}
        disabled={!ids.length}
        onClick={() => setOpen(true)}
      >
        {label ? t('打印{{label}}', { label: t(label) }) : t('打印')}
      </Button>
      <Suspense>{isOpen ? <PrintDialog of={of} template={template} ids={ids} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
