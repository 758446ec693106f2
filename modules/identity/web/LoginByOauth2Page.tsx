import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ADMIN, realmNamed } from '#web/credentials/realm.ts'
import Arrival from '#web/login/Arrival.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { askToken } from '#web/session/sign.ts'
import { leftFor } from '#web/session/sso.ts'
import { Leaving } from './sso/Leaving.tsx'

/** `/loginbyoauth2`: with code and state, with an `access_token` of the school's centre, or without either, which redirects there. */
export default function LoginByOauth2Page() {
  const [query] = useSearchParams()
  const [came] = useState(() => {
    const source = query.get('source') ?? 'oauth2'
    return { source, code: query.get('code'), state: query.get('state') ?? '', token: query.get('access_token'), redirect: query.get('redirect'), left: leftFor(source) }
  })
  const { source, code, state, token, left } = came
  const realm = left ? realmNamed(left.realm) : ADMIN
  const tenantId = left?.tenantId || wantedTenant()
  const wanted = left?.wanted ?? came.redirect
  if (!code && !token) return <Leaving source={source} realm={realm} tenantId={tenantId} wanted={wanted} />
  const params = token ? { tenantId, source, code: token, type: 'access_token', grant_type: 'social' } : { tenantId, source, code: code ?? '', state, grant_type: 'social' }
  return <Arrival realm={realm} title="学校账号登录" wanted={wanted} call={() => askToken(params, realm)} />
}
