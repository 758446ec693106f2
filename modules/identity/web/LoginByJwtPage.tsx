import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { realmNamed } from '#web/credentials/realm.ts'
import Arrival from '#web/login/Arrival.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { askToken } from '#web/session/sign.ts'
import { Leaving } from './sso/Leaving.tsx'

/** `/loginbyjwt?token=`: sign-in from a school portal with a signed token. */
export default function LoginByJwtPage() {
  const [query] = useSearchParams()
  const [came] = useState(() => ({ token: query.get('token'), source: query.get('source') ?? 'jwt', realm: realmNamed(query.get('realm')), wanted: query.get('redirect') }))
  const { token, source, realm, wanted } = came
  const tenantId = wantedTenant()
  if (!token) return <Leaving source={source} realm={realm} tenantId={tenantId} wanted={wanted} />
  return <Arrival realm={realm} title="门户登录" wanted={wanted} call={() => askToken({ tenantId, source, code: token, grant_type: 'social' }, realm)} />
}
