import { Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { useCan } from '#web/session/useCan.ts'
import { student } from '../model/student.ts'

const PrintCards = lazily(() => import('./PrintCards.tsx').then(m => ({ default: m.PrintCards })))

/** Prints record cards: as numbered prints with the permission to issue, else as plain sheets. */
export function CardButton({ ids }: { ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const icon = <Printer size={15} />
  if (useCan('sheet:print:issue')) return <PrintButton of={student} template="studentCard" label="学籍卡" ids={ids} icon={icon} />
  return (
    <>
      <PlacedButton icon={icon} onClick={() => setOpen(true)}>
        {t('打印学籍卡')}
      </PlacedButton>
      <Suspense>{isOpen ? <PrintCards ids={[...ids]} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
