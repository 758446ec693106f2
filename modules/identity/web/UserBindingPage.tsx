import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { unbindUser, userBinding } from '../model/sso.ts'

/** 账号绑定: bindings between external identities and accounts. */
export default function UserBindingPage() {
  return (
    <EntityTable<typeof userBinding>
      of={userBinding}
      columns={['userId', 'accountNo', 'sourceName', 'oauthId', 'externalName', 'boundAt']}
      filters={['userId', 'source']}
      detail={false}
      rowActions={row => (
        <FormButton of={unbindUser} input={{ id: row.id }} changes={['userBinding']} danger note={t('解除后，{{name}}不能再用这个外部账号登录', { name: row.userName ?? '' })}>
          {t('解除绑定')}
        </FormButton>
      )}
    />
  )
}
