import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { realmOf } from '#web/credentials/realm.ts'
import Arrival from '#web/login/Arrival.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { askToken } from '#web/session/sign.ts'
import { leftFor } from '#web/session/sso.ts'
import { ErrandReturn } from './sso/ErrandReturn.tsx'
import { errandFor } from './sso/errand.ts'
import { Leaving } from './sso/Leaving.tsx'

/** `/loginbywechatenterprise`, also below `/welcome`: silent sign-in inside WeCom, its QR code elsewhere. */
export default function LoginByWecomPage() {
  const realm = realmOf(useLocation().pathname)
  const [query] = useSearchParams()
  const [came] = useState(() => {
    const source = query.get('source') ?? 'wecom'
    const state = query.get('state') ?? ''
    return { source, code: query.get('code'), state, redirect: query.get('redirect'), left: leftFor(source), errand: errandFor(source, state) }
  })
  const { source, code, state, left, errand } = came
  const tenantId = left?.tenantId || wantedTenant()
  const wanted = left?.wanted ?? came.redirect
  if (errand && code) return <ErrandReturn of={errand} code={code} state={state} />
  if (!code) return <Leaving source={source} realm={realm} tenantId={tenantId} wanted={wanted} />
  return <Arrival realm={realm} title="企业微信登录" wanted={wanted} call={() => askToken({ tenantId, source, code, state, grant_type: 'social' }, realm)} />
}
