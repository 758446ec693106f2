import { useNavigate } from 'react-router'
import { signal, useSignal } from '#web/base/signal.ts'
import { hasPassword } from '#web/credentials/token.ts'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { signOut } from '#web/session/sign.ts'
import { useMe } from '#web/session/useCan.ts'
import { chooseTheme, theme } from '#web/theme/config.ts'
import { lockScreen } from './lock.ts'

/** Settings drawer; once opened it stays mounted for its closing animation. */
export const settings = signal<'closed' | 'open' | 'left'>('closed')
/** Open dialog of the user menu. */
export const userDialog = signal<'password' | 'pin' | undefined>(undefined)

/** Actions of the user menu; confirms before signing out, in the customer's words. */
export function useUserActs() {
  const navigate = useNavigate()
  const info = useAppInfo()
  const mayUnlock = hasPassword(useMe())
  const dark = useSignal(theme).isIsDark
  return {
    home: () => navigate('/index'),
    personal: () => navigate('/personalcenter'),
    missing: () => navigate('/404'),
    forbidden: () => navigate('/401'),
    changePassword: () => userDialog.set('password'),
    lock: () => (mayUnlock ? lockScreen() : userDialog.set('pin')),
    toggleDark: () => chooseTheme({ isIsDark: !dark }),
    toggleFullScreen: () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
    dark,
    hasPassword: mayUnlock,
    leave: () =>
      notify.ask({ title: t('退出登录'), content: t('此操作将退出登录，是否继续？'), okText: t('退出登录'), cancelText: t('取消'), onOk: () => signOut(info?.ssoLogoutUrl) }),
  }
}
