import { useState } from 'react'
import type { Act } from '#web/feedback/Acts.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { closeBuilding, closeVenue, reopenBuilding, reopenVenue } from '../model/place-actions.ts'

interface Place {
  id: string
  name: string
  isEnabled: boolean
  closedFrom: string | null
  closedTo: string | null
  closedReason: string | null
}
const KINDS = { venue: { close: closeVenue, reopen: reopenVenue }, building: { close: closeBuilding, reopen: reopenBuilding } } as const

/** 停用 and 恢复 for rows of a place list, with the form for date and reason. */
export function useClosing(kind: keyof typeof KINDS) {
  const { close, reopen } = KINDS[kind]
  const [closing, setClosing] = useState<Place>()
  const may = useCan(close.permission)
  return {
    acts: (row: Place): Array<Act | React.ReactElement> => {
      if (!may) return []
      if (!row.isEnabled || row.closedFrom)
        return [
          <ActionButton key="reopen" of={reopen} input={{ id: row.id }}>
            {t('恢复')}
          </ActionButton>,
        ]
      return [{ label: t('停用#verb'), onClick: () => setClosing(row) }]
    },
    form: closing ? (
      <ActionForm
        of={close}
        title={t('停用“{{name}}”', { name: closing.name })}
        note={t('不填“停用至”就是长期停用：不再出现在选择框里，已有记录照常显示。')}
        input={{ id: closing.id }}
        layout={['from', 'to', 'reason']}
        onClose={() => setClosing(undefined)}
      />
    ) : null,
  }
}
/** 1月5日 至 1月20日 停用, if a period is set. */
export function ClosedSpan({ row }: { row: Pick<Place, 'closedFrom' | 'closedTo' | 'closedReason'> }) {
  if (!row.closedFrom) return <>—</>
  const span = row.closedTo ? t('{{from}} 至 {{to}}', { from: formatDate(row.closedFrom), to: formatDate(row.closedTo) }) : t('{{from}} 起', { from: formatDate(row.closedFrom) })
  return <span title={row.closedReason ?? ''}>{span}</span>
}
