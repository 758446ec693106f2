import { useState } from 'react'
import { wantedTenant } from '#web/session/appInfo.ts'
import { askToken } from '#web/session/sign.ts'
import type { CasReturn } from '#web/session/sso.ts'
import Arrival from './Arrival.tsx'

/** Return from the CAS server with a ticket for this address. */
export default function CasArrival({ of }: { of: CasReturn }) {
  const [back] = useState(of)
  const { realm, ticket, service, wanted } = back
  return (
    <Arrival realm={realm} title="统一身份认证登录" wanted={wanted} call={() => askToken({ tenantId: wantedTenant(), tgc: ticket, redirect: service, grant_type: 'cas' }, realm)} />
  )
}
