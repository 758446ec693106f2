import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Realm } from '#web/credentials/realm.ts'
import { isInWecom } from '#web/scan/wecom.ts'
import type { Source } from '#web/session/loginWays.ts'

/** Where a link that was opened inside WeCom goes on: through its silent sign-in to the page it names. Not without such a page: whoever signed out stays out. */
export function wecomEntry(realm: Realm, sources: readonly Source[] | undefined, wanted: string | null): string | undefined {
  const source = sources?.find(s => s.protocol === 'wecom')?.source
  if (!source || !wanted || realm.name === 'exam' || !isInWecom()) return undefined
  return `${realm.area}/loginbywechatenterprise?${new URLSearchParams({ source, redirect: wanted })}`
}
export function useWecomEntry(realm: Realm, sources: readonly Source[] | undefined, wanted: string | null): void {
  const navigate = useNavigate()
  const to = wecomEntry(realm, sources, wanted)
  useEffect(() => {
    if (to) void navigate(to, { replace: true })
  }, [to, navigate])
}
