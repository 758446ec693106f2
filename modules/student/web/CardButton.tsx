import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'
import { lazily } from '#web/app/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { ActPlace } from '#web/records/Acts.tsx'
import { useCan } from '#web/session/useCan.ts'
import { student } from '../model/student.ts'

const PrintCards = lazily(() => import('./PrintCards.tsx').then(m => ({ default: m.PrintCards })))

/** Prints record cards: as numbered prints with the permission to issue, else as plain sheets. */
export function CardButton({ ids }: { ids: readonly string[] }) {
  const place = useContext(ActPlace)
  const [isOpen, setOpen] = useState(false)
  const icon = <Printer size={15} />
  if (useCan('sheet:print:issue')) return <PrintButton of={student} template="studentCard" label="学籍卡" ids={ids} icon={icon} />
  return (
    <>
      <Button {...(place === 'bar' ? { type: 'text', size: 'small' } : {})} icon={icon} onClick={() => setOpen(true)}>
        {t('打印学籍卡')}
      </Button>
      <Suspense>{isOpen ? <PrintCards ids={[...ids]} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
