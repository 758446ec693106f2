import { queryOptions } from '@tanstack/react-query'
import { keepUserInfo, type UserInfo } from '#web/credentials/token.ts'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { answerOrLast, lastAnswer } from './last-answer.ts'
import type { MenuEntry } from './menu.ts'

/** What people agree to. */
export interface PrivacyNotice {
  noticeVersion: string | null
  title: string | null
  content: string | null
}
/** Current privacy notice of a school. */
export const privacyNoticeQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['privacyNotice', tenantId],
    queryFn: () => get<PrivacyNotice>(port('privacyNotice'), { tenantId }, { quiet: true }),
    meta: { inPlace: true },
  })
/** Asked anew once the network is back: without it the last visit's answer stands. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, refetchOnReconnect: 'always' } as const

export const routesQuery = queryOptions({
  queryKey: ['session', 'routes'],
  queryFn: () => answerOrLast('routes', () => get<MenuEntry[]>(port('myMenus'), { appType: 0 })),
  placeholderData: () => lastAnswer<MenuEntry[]>('routes'),
  ...forever,
})
/** Menu of the phone layout, as arranged by the school. */
export const phoneRoutesQuery = queryOptions({
  queryKey: ['session', 'phone'],
  queryFn: () => answerOrLast('phone', () => get<MenuEntry[]>(port('myMenus'), { appType: 1 }, { quiet: true })),
  ...forever,
})
export const buttonsQuery = queryOptions({
  queryKey: ['session', 'buttons'],
  queryFn: () => answerOrLast('buttons', () => get<Record<string, boolean>>(port('myButtons'), { appType: 0 })),
  placeholderData: () => lastAnswer<Record<string, boolean>>('buttons'),
  ...forever,
})
export const userInfoQuery = queryOptions({
  queryKey: ['session', 'me'],
  queryFn: async () => {
    const info = await get<UserInfo>('base/sysUser/getUserInfo')
    keepUserInfo(info)
    return info
  },
  ...forever,
})
