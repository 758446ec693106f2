import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { lazily } from '#web/base/chunk.ts'
import type { FormValues, LayoutOf } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { confirmSource, identitySource } from '../model/sso.ts'
import { ExtraInput, hasExtra } from './sso/ExtraInput.tsx'

type Source = Shown<typeof identitySource>
const TestDialog = lazily(() => import('./sso/TestDialog.tsx').then(file => ({ default: file.TestDialog })))

/** 认证源: the school's single sign-on sources. */
export default function IdentitySourcePage() {
  const { can } = useSession()
  const [tested, test] = useState<Source>()
  const confirm = useAct(confirmSource, { done: t('已确认') })
  const mayTest = can(permissionKey(identitySource, 'update'))
  return (
    <>
      <EntityTable<typeof identitySource>
        of={identitySource}
        columns={['name', 'source', 'protocol', 'matchBy', 'realms', 'sort', 'showOnLogin', 'isEnabled', 'isConfirmed']}
        filters={['protocol', 'isEnabled']}
        form={{ layout: FORM, size: 720 }}
        detail={{ sections: DETAIL }}
        rowActions={row => [
          mayTest && row.protocol !== 'scan' && { label: t('测试'), onClick: () => test(row) },
          mayTest && row.isConfirmed === false && { label: t('确认'), onClick: () => confirm.mutate({ id: row.id, version: row.version }) },
        ]}
      />
      {tested ? (
        <Suspense>
          <TestDialog id={tested.id} name={tested.name} protocol={tested.protocol} onClose={() => test(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
/** Redirect URIs to register with the provider. */
function CallbackNote() {
  return <>{t('请在对方系统登记返回地址 {{site}}/oauth/callback/代码；企业微信登记可信域名 {{host}}', { site: location.origin, host: location.hostname })}</>
}
const of = (...protocols: string[]) => ({ when: (values: FormValues) => protocols.includes(String(values.protocol)) })
const FORM: LayoutOf<typeof identitySource> = [
  { title: '登录页', fields: ['source', 'name', 'protocol', 'icon', 'sort', 'isEnabled', 'showOnLogin', 'realms', 'terminals'] },
  {
    title: '账号',
    fields: [
      { field: 'subjectPath', ...of('oauth2', 'cas', 'jwt') },
      { field: 'matchBy', ...of('oauth2', 'cas', 'jwt', 'wecom') },
    ],
  },
  {
    title: '连接',
    note: <CallbackNote />,
    fields: [
      { field: 'authorizeUrl', ...of('oauth2', 'cas', 'jwt', 'wecom') },
      { field: 'tokenUrl', ...of('oauth2', 'wecom') },
      { field: 'userInfoUrl', ...of('oauth2', 'wecom') },
      { field: 'validateUrl', ...of('cas') },
      { field: 'jwksUrl', ...of('oauth2', 'jwt') },
      { field: 'logoutUrl', ...of('oauth2', 'cas') },
      { field: 'clientId', ...of('oauth2') },
      { field: 'clientSecret', ...of('oauth2', 'jwt', 'wecom') },
      { field: 'extra', when: values => hasExtra(values.protocol), render: props => <ExtraInput {...props} /> },
    ],
  },
]
const DETAIL = [
  { title: '登录页', fields: ['name', 'source', 'protocol', 'sort', 'isEnabled', 'showOnLogin', 'realms', 'terminals'] },
  { title: '账号', fields: ['subjectPath', 'matchBy'] },
  { title: '连接', fields: ['authorizeUrl', 'tokenUrl', 'userInfoUrl', 'validateUrl', 'jwksUrl', 'logoutUrl', 'clientId', 'secretShown'] },
] as const
