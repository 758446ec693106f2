import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { realmNamed } from '#web/credentials/realm.ts'
import { t } from '#web/i18n/index.ts'
import Arrival from '#web/login/Arrival.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { askToken } from '#web/session/sign.ts'
import { leftFor } from '#web/session/sso.ts'
import { Declined } from './sso/Declined.tsx'
import { ErrandReturn } from './sso/ErrandReturn.tsx'
import { errandFor } from './sso/errand.ts'

/** `/oauth/callback/:source`: callback with a code, or with a CAS ticket. */
export default function DoorCallbackPage() {
  const { source = '' } = useParams()
  const [query] = useSearchParams()
  const [came] = useState(() => ({
    code: query.get('code'),
    state: query.get('state') ?? '',
    ticket: query.get('ticket') ?? query.get('tgc'),
    left: leftFor(source),
    errand: errandFor(source, query.get('state') ?? ''),
  }))
  const { code, state, ticket, left, errand } = came
  const realm = realmNamed(left?.realm)
  const tenantId = left?.tenantId || wantedTenant()
  if (errand) return <ErrandReturn of={errand} code={code ?? ticket} state={state} />
  if (!code && !ticket) return <Declined realm={realm} source={source} wanted={left?.wanted ?? null} tenantId={tenantId} />
  const params = ticket
    ? { tenantId, source, tgc: ticket, redirect: `${location.origin}/oauth/callback/${encodeURIComponent(source)}`, grant_type: 'cas' }
    : { tenantId, source, code: code ?? '', state, grant_type: 'social' }
  return <Arrival realm={realm} title={t('正在登录')} wanted={left?.wanted ?? null} call={() => askToken(params, realm)} />
}
