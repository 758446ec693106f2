import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { t } from '#web/i18n/index.ts'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { useSession } from '#web/session/useCan.ts'
import { role as roleEntity } from '../model/role.ts'
import type { RoleRow } from './useRoles.ts'

const SECTIONS = [{ fields: ['code', 'name', 'builtIn', 'privileged', 'mfaRequired', 'delegable', 'sort', 'remark'] }]

/** Properties of a role with the history of grants. */
export default function RoleFacts({ role }: { role: RoleRow }) {
  const { can } = useSession()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <RecordDetail of={roleEntity} id={role.id} sections={SECTIONS} />
      {can(permissionKey(roleEntity, 'update')) ? <Button onClick={() => setEditing(true)}>{t('修改')}</Button> : null}
      {isEditing ? (
        <Suspense>
          <EntityForm of={roleEntity} id={role.id} layout={['name', 'privileged', 'mfaRequired', 'delegable', 'sort', 'remark']} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
