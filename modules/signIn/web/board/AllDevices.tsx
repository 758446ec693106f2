import type { ReactNode } from 'react'
import { FormButton } from '#web/forms/FormButton.tsx'
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
  const bound = (rows: readonly Device[]): string[] => rows.filter(row => !row.endedAt).map(row => row.id)
  return (
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
      rowActions={row => (row.endedAt ? null : unbindButton([row.id]))}
      {...(mayUnbind ? { batchActions: (rows: readonly Device[]) => (bound(rows).length ? unbindButton(bound(rows)) : null) } : {})}
    />
  )
}
const unbindButton = (ids: string[]) => (
  <FormButton of={unbind} input={{ ids }} note={t('解绑后学生下次签到时重新绑定。')}>
    {t('解绑手机')}
  </FormButton>
)
