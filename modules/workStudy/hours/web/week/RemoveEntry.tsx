import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import { useCan } from '#web/session/useCan.ts'
import { hourEntry } from '../../model/hour-entry.ts'

/** Takes hours away that the student has not confirmed yet. */
export function RemoveEntry({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  if (!useCan('workStudy:hourEntry:remove')) return null
  return (
    <>
      <button type="button" className="ql-link" aria-label={t('删除 {{name}} 的工时', { name })} onClick={() => setOpen(true)}>
        <Trash2 size={13} />
      </button>
      {isOpen ? <ConfirmRemove of={hourEntry} rows={[{ id, name }]} onClose={() => setOpen(false)} onDone={() => void client.invalidateQueries()} /> : null}
    </>
  )
}
