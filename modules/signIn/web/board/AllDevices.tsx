import { type ReactNode, useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { unbind } from '../../model/actions.ts'
import { deviceBinding } from '../../model/sign-line.ts'

type Device = Shown<typeof deviceBinding>

/** Phones of the reader's students, with unbinding. */
export function AllDevices({ views }: { views: ReactNode }) {
  const mayUnbind = useCan(unbind.permission)
  const [ids, setIds] = useState<readonly string[]>()
  const bound = (rows: readonly Device[]): string[] => rows.filter(row => !row.endedAt).map(row => row.id)
  return (
    <>
      <EntityTable<typeof deviceBinding>
        of={deviceBinding}
        title={t('签到设备#many')}
        views={views}
        columns={[
          { key: 'studentId', title: t('学生'), width: 140, align: 'left' },
          { key: 'name', width: 180 },
          { key: 'boundAt', width: 170 },
          { key: 'endedAt', width: 170 },
          { key: 'endedBy', width: 120 },
        ]}
        filters={['studentId', 'boundAt']}
        detail={false}
        rowActions={row => (mayUnbind && !row.endedAt ? [{ label: t('解绑手机'), onClick: () => setIds([row.id]) }] : [])}
        {...(mayUnbind
          ? {
              batchActions: (rows: readonly Device[]) => (bound(rows).length ? <PlacedButton onClick={() => setIds(bound(rows))}>{t('解绑手机')}</PlacedButton> : null),
            }
          : {})}
      />
      {ids ? <ActionForm of={unbind} input={{ ids: [...ids] }} onClose={() => setIds(undefined)} note={<p className="ql-help">{t('解绑后学生下次签到时重新绑定。')}</p>} /> : null}
    </>
  )
}
