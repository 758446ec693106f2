import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#model'
import { collectApp, getUserApp, getUserCollection, getUserUsedApp, useApp as usedApp } from '#modules/system/model/app.ts'
import { post } from '#web/http/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'

export type App = OutputOf<typeof getUserApp>
export const useAllApps = () => useRead(getUserApp, {})
export const useUsedApps = (size: number) => useRead(getUserUsedApp, { size })
export const useCollection = () => useRead(getUserCollection, { isAll: '1' })

/** Opens an app in its configured way and counts the use. */
export function useOpenApp(): (app: Pick<App, 'id' | 'url' | 'openType'>) => void {
  const navigate = useNavigate()
  const client = useQueryClient()
  return app => {
    void post(actionAddress(usedApp), { id: app.id }, { quiet: true })
      .then(() => client.invalidateQueries({ queryKey: [...entityKey('appName'), getUserUsedApp.name] }))
      .catch(() => undefined)
    if (app.openType >= 3 || /^https?:\/\//i.test(app.url)) window.open(app.url, '_blank', 'noopener,noreferrer')
    else navigate(app.url)
  }
}
/** Adds or removes a favourite. */
export function useCollect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; isCollected: boolean }) => post(actionAddress(collectApp), input),
    onSuccess: () => Promise.all(['appName', 'service'].map(name => client.invalidateQueries({ queryKey: entityKey(name) }))),
  })
}
