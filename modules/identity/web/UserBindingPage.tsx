import { useState } from 'react'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { unbindUser, userBinding } from '../model/sso.ts'

/** 账号绑定: bindings between external identities and accounts. */
export default function UserBindingPage() {
  const { can } = useSession()
  const [row, choose] = useState<Shown<typeof userBinding>>()
  return (
    <>
      <EntityTable<typeof userBinding>
        of={userBinding}
        columns={['userId', 'accountNo', 'sourceName', 'oauthId', 'externalName', 'boundAt']}
        filters={['userId', 'source']}
        detail={false}
        rowActions={one => [can(unbindUser.permission) && { of: unbindUser, label: t('解除绑定'), danger: true, onClick: () => choose(one) }]}
      />
      {row ? (
        <ActionForm
          of={unbindUser}
          input={{ id: row.id }}
          changes={['userBinding']}
          danger
          note={<p>{t('解除后，{{name}}不能再用这个外部账号登录', { name: row.userName ?? '' })}</p>}
          onClose={() => choose(undefined)}
        />
      ) : null}
    </>
  )
}
